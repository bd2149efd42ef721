import { Option } from 'commander';
import { type Entry, submitterOf } from '../modules/audit/index.ts';
import { organizerKind } from '../modules/competitions/index.ts';
import {
  type Doubt,
  doubtfulMatches,
  findMatch,
  listMatches,
  type MatchShown,
  matchStatuses,
  namesIn,
  ratingFaultOf,
  ratingStatuses,
  whyMissing,
} from '../modules/matches/index.ts';
import { Failure } from '../shared/console/console.ts';
import { watched } from '../shared/console/progress.ts';
import type { Db } from '../shared/database/db.ts';
import { memberAt } from '../shared/exchange/kind.ts';
import type { CompetitionId, PlayerId } from '../shared/ids.ts';
import { actorInWords, toolInWords } from './audit.ts';
import { addMatch } from './match-add.ts';
import { matchCorrections } from './match-corrections.ts';
import { matchInWords } from './match-words.ts';
import { checkIsThere, date, idOption, knownId, limitOption } from './option-values.ts';
import type { JsonFlag } from './output.ts';
import { type Noun, verb } from './verb.ts';

type Came = Pick<Entry, 'actor' | 'action'>;

type Hours = ReturnType<typeof date>;

type Flags = JsonFlag & {
  readonly limit: number;
  readonly status?: (typeof matchStatuses)[number];
  readonly rating?: (typeof ratingStatuses)[number];
  readonly player?: PlayerId;
  readonly competition?: CompetitionId;
  readonly day?: Hours;
  readonly since?: Hours;
  readonly until?: Hours;
  readonly doubtful?: true;
};

type Found = MatchShown & { readonly doubts?: readonly Doubt[] };

/** `matches list | show | add | void | restore | correct`. */
export const matches: Noun = {
  name: 'matches',
  about: 'the results',
  verbs: [
    verb({
      name: 'list',
      about: 'list results, latest first',
      options: [
        limitOption(),
        idOption('player', 'only those of this player'),
        idOption('competition', 'only those of this competition'),
        new Option('--day <date>', 'only those of this day in Warsaw, such as 2026-05-01')
          .argParser(date)
          .conflicts(['since', 'until']),
        new Option('--since <date>', 'only those of this day and later ones').argParser(date),
        new Option('--until <date>', 'only those of this day and earlier ones').argParser(date),
        new Option('--doubtful', 'only those that look wrong, with the reason'),
        new Option('--status <status>', 'only results that ended so').choices(matchStatuses),
        new Option('--rating <status>', 'only results with this rating status').choices(
          ratingStatuses,
        ),
      ],
      example: '--competition cmp_… --since 2026-05-01',
      expect({ since, until }: Flags) {
        const isEmpty = since && until && since.begin >= until.end;
        if (isEmpty) throw new Failure('--until is before --since.', 2);
      },
      async run({ database: { db } }, { json, limit, doubtful, ...options }: Flags, _, console) {
        const filters = await filtersIn(db, options);
        const found: Found[] = doubtful
          ? await watched(console, 'Matches', (tell) => doubtfulMatches(db, filters, limit, tell))
          : await listMatches(db, filters, limit, undefined);
        if (json) return found;
        const names = await namesIn(db, found);
        return found.map((match) => rowOf(match, names));
      },
    }),
    verb({
      name: 'show',
      about: 'show one result',
      takes: '<id>',
      example: 'mat_…',
      async run({ database: { db } }, { json }: JsonFlag, name) {
        const id = knownId('match', name);
        const match = await findMatch(db, id);
        if (!match) throw await whyMissing(db, id);
        const came = await submitterOf(db, match);
        const submitted_by = came?.actor ?? null;
        const rating_fault = await ratingFaultOf(db, id);
        const more = rating_fault === undefined ? {} : { rating_fault };
        if (json) return { ...match, ...more, submitted_by };
        const names = await namesIn(db, [match]);
        return {
          ...matchInWords(match, (id) => `${names.get(id)} (${id})`),
          ...more,
          submitted_by: came ? await submitterInWords(db, came) : null,
        };
      },
    }),
    addMatch,
    ...matchCorrections,
  ],
};

function rowOf(match: Found, names: ReadonlyMap<string, string>) {
  const words = matchInWords(match, (id) => names.get(id) ?? id);
  const { id, played_at, players, score, winner, competition, status } = words;
  const doubts = match.doubts?.map(({ member, reason }) => {
    const subject = names.get(String(memberAt(match, member)));
    return subject ? `${subject}: ${reason}` : reason;
  });
  const row = { id, played_at, players, score, winner, competition, status };
  return { ...row, rating: words.rating_status, ...(doubts && { doubts: doubts.join('; ') }) };
}

/** Who submitted the match: an organizer's client or pass, or a user, who may have imported it. */
async function submitterInWords(db: Db, { actor, action }: Came): Promise<string> {
  if ('user' in actor) return actorInWords(actor) + (action === 'imported' ? ', by an import' : '');
  const [organizer] = await organizerKind.some(db, [actor.organizer_id]);
  return `${toolInWords(actor)} of ${organizer?.name ?? 'another organizer'} (${actor.organizer_id})`;
}

/** The options as filters of a list; throws a Failure where an id is unknown. */
async function filtersIn(db: Db, { player, competition, ...options }: Partial<Flags>) {
  await checkIsThere(db, 'player', player);
  await checkIsThere(db, 'competition', competition);
  const { status, rating, day, since = day, until = day } = options;
  return {
    player_id: player,
    competition_id: competition,
    status,
    rating_status: rating,
    played_after: since?.begin,
    played_before: until?.end,
  };
}
