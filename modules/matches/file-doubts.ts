import {
  type CheckContext,
  type Numbered,
  type Portion,
  type Report,
  recordsOf,
} from '../../shared/exchange/kind.ts';
import { drawerNumbers, drawerOf } from '../../shared/exchange/spread.ts';
import type { CompetitionId, VenueId } from '../../shared/ids.ts';
import { type VenueRecord, venueKind } from '../venues/index.ts';
import { type Appearance, appearancesOf, comparedOf } from './compared.ts';
import { doubtsAmong, doubtsOf, type Plan } from './doubt.ts';
import { courtsOf, resultsAround } from './doubt-repository.ts';
import type { MatchRecord } from './record-schema.ts';
import type { Rules } from './result.ts';

const nameOfDrawer = (number: number) => `doubts ${number}`;

/** So many results are compared with what is stored at a time, and all of a player. */
const portionSize = 500;
/** What a result may look wrong at when it is compared with others, in the order in which that is told. */
const places = ['', 'player_ids/0', 'player_ids/1'];

/**
 * Remarks on what looks wrong with the matches of a file, each by itself, and compared with each other and
 * with stored ones. Those of a player wait in one drawer for the end of the file. rules 5.8
 */
export function createFileDoubts(
  { stored, drawers, pause }: Pick<CheckContext, 'stored' | 'drawers' | 'pause'>,
  remark: Report,
) {
  const courts = new Map<VenueId, VenueRecord['courts']>();

  async function learnCourts(matches: readonly Numbered<MatchRecord>[], beside: Portion) {
    for (const { record } of recordsOf(beside, venueKind)) courts.set(record.id, record.courts);
    const ids = matches.map(({ record }) => record.venue_id).filter((id) => !courts.has(id));
    if (!stored || ids.length === 0) return;
    for (const venue of await courtsOf(stored, ids)) courts.set(venue.id, venue.courts);
  }

  /** Compares all that the file has of some players with each other, and with what is stored of them. */
  async function compare(own: readonly Appearance[]): Promise<void> {
    if (own.length === 0) return;
    const all = stored ? [...own, ...(await resultsAround(stored, own))] : own;
    for (const [{ name }, { member, reason }] of doubtsAmong(all)) {
      if (typeof name === 'number')
        remark(name, member, reason, { order: 1 + places.indexOf(member) });
    }
    await pause();
  }

  return {
    /** Notes the next sound matches; `plans` are those of their competitions. */
    async note(
      matches: readonly Numbered<MatchRecord>[],
      beside: Portion,
      plans: ReadonlyMap<CompetitionId, Plan & Rules>,
    ): Promise<void> {
      await learnCourts(matches, beside);
      for (const { line, record } of matches) {
        const { competition_id, venue_id, played_at } = record;
        const plan = plans.get(competition_id);
        if (!plan) continue;
        const setting = { ...record, instant: played_at.instant };
        for (const { member, reason } of doubtsOf(setting, plan, courts.get(venue_id) ?? [])) {
          remark(line, member, reason);
        }
        for (const one of appearancesOf([comparedOf(setting, line, plan.match_format)])) {
          drawers.put(nameOfDrawer(drawerOf(one.player)), one);
        }
      }
    },
    /** Remarks on what shows only in comparison with other matches. */
    async finish(): Promise<void> {
      for (const number of drawerNumbers) {
        const kept: Appearance[] = [];
        for (const part of drawers.take<Appearance>(nameOfDrawer(number))) {
          kept.push(...part);
          await pause();
        }
        let some: Appearance[] = [];
        for (const own of Map.groupBy(kept, ({ player }) => player).values()) {
          some = some.concat(own);
          if (some.length < portionSize) continue;
          await compare(some);
          some = [];
        }
        await compare(some);
      }
    },
  };
}
