import type { Db } from '../../shared/database/db.ts';
import type { Like } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { competitionRules } from '../competitions/index.ts';
import { appearancesOf, type Compared, comparedOf } from './compared.ts';
import { type Doubt, doubtsAmong, doubtsOf, mayBeOne } from './doubt.ts';
import { courtsOf, resultsAround } from './doubt-repository.ts';
import type { MatchRecord } from './record-schema.ts';
import { listMatches, type StoredMatch, shownMatch } from './repository.ts';
import type { MatchShown } from './schema.ts';

/** How many matches are looked at in one go. */
const portionSize = 500;

type Doubtful = MatchShown & { readonly doubts: readonly Doubt[] };

/**
 * Up to `limit` matches that look wrong, the last played first, with their doubts. Tells now and then how many
 * matches it has looked at. rules 5.8
 */
export async function doubtfulMatches(
  db: Db,
  filters: Parameters<typeof listMatches>[1],
  limit: number,
  tell: (matches: number) => void,
): Promise<Doubtful[]> {
  const found: Doubtful[] = [];
  let seen = 0;
  for (let after: readonly unknown[] | undefined; ; ) {
    const matches = await listMatches(db, filters, portionSize, after);
    found.push(...(await doubtfulAmong(db, matches)));
    seen += matches.length;
    tell(seen);
    const last = matches.at(-1);
    if (!last || matches.length < portionSize || found.length >= limit) break;
    after = [utc(Date.parse(last.played_at)), last.id];
  }
  return found.slice(0, limit);
}

/** What looks wrong about a stored match. rules 5.8 */
export async function doubtsOfMatch(db: Db, match: StoredMatch): Promise<readonly Doubt[]> {
  const [doubtful] = await doubtfulAmong(db, [shownMatch(match)]);
  return doubtful?.doubts ?? [];
}

/** Of each of the results the stored ones of the same players and competition within two days. rules 5.8 */
export async function resultsLike(db: Db, records: readonly MatchRecord[]): Promise<Like[]> {
  const given = records.map((record) => {
    const setting = { ...record, instant: record.played_at.instant };
    return { id: record.id, result: comparedOf(setting, record.id, { games_per_set: 6 }) };
  });
  const appearances = given.flatMap(({ result }) => appearancesOf([result]).slice(0, 1));
  const stored = await resultsAround(db, appearances);
  const ofPlayers = Map.groupBy(stored, ({ player }) => player);
  return given.flatMap(({ id, result }) => {
    const [player] = result.player_ids;
    const likes = (player && ofPlayers.get(player)) ?? [];
    return likes
      .filter((one) => mayBeOne(result, one.result))
      .map((one) => ({ id, like: String(one.result.name) }));
  });
}

async function doubtfulAmong(db: Db, matches: readonly MatchShown[]): Promise<Doubtful[]> {
  const competitionIds = matches.map(({ competition_id }) => competition_id);
  const plans = await competitionRules(db, competitionIds);
  const venueIds = matches.map(({ venue_id }) => venue_id);
  const venues = await courtsOf(db, venueIds);
  const doubts = new Map<string | number, Doubt[]>();
  const compared: Compared[] = [];
  for (const match of matches) {
    const setting = { ...match, instant: Date.parse(match.played_at) };
    const plan = plans.find(({ id }) => id === match.competition_id);
    const courts = venues.find(({ id }) => id === match.venue_id)?.courts ?? [];
    doubts.set(match.id, plan ? doubtsOf(setting, plan, courts) : []);
    if (plan) compared.push(comparedOf(setting, match.id, plan.match_format));
  }
  const own = appearancesOf(compared);
  const around = await resultsAround(db, own);
  const others = around.filter(({ result }) => !doubts.has(result.name));
  for (const [{ name }, doubt] of doubtsAmong([...own, ...others])) doubts.get(name)?.push(doubt);
  return matches
    .map((match) => ({ ...match, doubts: doubts.get(match.id) ?? [] }))
    .filter((match) => match.doubts.length > 0);
}
