import {
  type CheckContext,
  type Numbered,
  type Portion,
  type Report,
  recordsOf,
} from '../../shared/exchange/kind.ts';
import { drawerCount, drawerNumbers } from '../../shared/exchange/spread.ts';
import type { CompetitionId, VenueId } from '../../shared/ids.ts';
import { hourMs, warsawDay } from '../../shared/time.ts';
import { type VenueRecord, venueKind } from '../venues/index.ts';
import { doubtsAmong, doubtsOf, type Plan, type Played, playedOf } from './doubt.ts';
import { courtsOf, matchesAround } from './doubt-repository.ts';
import type { MatchRecord } from './record-schema.ts';

/** A match among those of a day in Warsaw: its own day, or one that is within an hour. */
type Kept = Played & { readonly day: string };

const nameOfDrawer = (number: number) => `doubts ${number}`;

/**
 * Remarks on what looks wrong with the matches of a file, each by itself, and compared with each other and
 * with stored ones. Those of a day wait in one drawer for the end of the file. rules 5.8
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

  function keep(played: Played): void {
    const days = [0, -hourMs, hourMs].map((shift) => warsawDay(played.instant + shift));
    for (const day of new Set(days)) {
      const number = Number(day.replaceAll('-', '')) % drawerCount;
      drawers.put(nameOfDrawer(number), { ...played, day } satisfies Kept);
    }
  }

  return {
    /** Notes the next sound matches; `plans` are those of their competitions. */
    async note(
      matches: readonly Numbered<MatchRecord>[],
      beside: Portion,
      plans: ReadonlyMap<CompetitionId, Plan>,
    ): Promise<void> {
      await learnCourts(matches, beside);
      const took: Played[] = [];
      for (const { line, record } of matches) {
        const { competition_id, venue_id, played_at } = record;
        const plan = plans.get(competition_id);
        const setting = { ...record, instant: played_at.instant };
        const doubts = plan ? doubtsOf(setting, plan, courts.get(venue_id) ?? []) : [];
        for (const { member, reason } of doubts) remark(line, member, reason);
        const played = playedOf(setting, line);
        if (!played) continue;
        keep(played);
        took.push(played);
      }
      if (!stored || took.length === 0) return;
      for (const played of await matchesAround(stored, took)) keep(played);
    },
    /** Remarks on what shows only in comparison with other matches. */
    async finish(): Promise<void> {
      for (const number of drawerNumbers) {
        const kept = [...drawers.take<Kept>(nameOfDrawer(number))].flat();
        for (const [day, all] of Map.groupBy(kept, (one) => one.day)) {
          // What is stored may have been found several times.
          const different = new Map(all.map((one) => [one.name, one]));
          for (const [{ name, instant }, doubt] of doubtsAmong([...different.values()])) {
            const isOwn = warsawDay(instant) === day;
            if (isOwn && typeof name === 'number')
              remark(name, doubt.member, doubt.reason, { order: 1 });
          }
          await pause();
        }
      }
    },
  };
}
