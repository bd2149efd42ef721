import { type Source, scan } from '../support/scan.ts';
import { eachFile, type Rule, targetOf } from './rule.ts';

const pure = [
  'modules/matches/doubt.ts',
  'modules/matches/score.ts',
  'modules/matches/score-rules.ts',
  'modules/matches/result.ts',
  'modules/players/availability.ts',
  'modules/players/starting-rating.ts',
  'modules/ratings/rating.ts',
  'modules/ratings/confidence.ts',
  'modules/ratings/explanation.ts',
  'modules/ratings/standing.ts',
  'modules/ratings/rate-match.ts',
  'modules/ratings/if-played.ts',
  'modules/ratings/replay.ts',
];
/** What pure files may stand on. */
const pureGround = [...pure, 'shared/ids.ts', 'shared/text.ts', 'shared/time.ts'];

/** Whether what a pure file takes from a module's face comes from a pure file, too. */
function comesFromPure(
  sources: readonly Source[],
  face: string,
  names: readonly string[],
): boolean {
  const source = sources.find(({ path }) => path === face);
  if (!source) return false;
  const { imports } = scan(source.text);
  const given = imports.filter((found) => pure.includes(targetOf(face, found) ?? ''));
  return names.every((name) => given.some((found) => found.values.includes(name)));
}

/** What the rules of the game may know. */
export const purity: readonly Rule[] = [
  {
    name: 'rules are pure: they import no database, no clock, no HTTP',
    broken: (sources) =>
      sources
        .filter(({ path }) => pure.includes(path))
        .flatMap(({ path, text }) => {
          const { code, imports } = scan(text);
          const foreign = imports.filter((found) => {
            const target = targetOf(path, found);
            if (found.typeOnly || pureGround.includes(target ?? '')) return false;
            return !target?.endsWith('/index.ts') || !comesFromPure(sources, target, found.values);
          });
          const impure = code.match(
            /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\b(performance|process|crypto|console|fetch|setTimeout|setInterval|globalThis|Temporal\.Now)\b|\bMath\.random\b|\bawait\b/g,
          );
          return [
            ...foreign.map(({ specifier }) => `${path}: imports ${specifier}`),
            ...(impure ?? []).map((word) => `${path}: uses ${word}`),
          ];
        }),
    planted: [
      ['modules/ratings/rating.ts', 'export const now = () => Date.now();'],
      ['modules/ratings/confidence.ts', 'export const today = new Date();'],
      ['modules/players/availability.ts', 'export const luck = Math.random();'],
      ['modules/matches/score.ts', "import { sql } from 'kysely';"],
      ['modules/ratings/standing.ts', "import { pendingMatchIds } from '../matches/index.ts';"],
      ['modules/matches/result.ts', "import { problemAt } from '../../shared/problem.ts';"],
    ],
  },
  {
    name: 'each pure rule cites its clause',
    broken: eachFile(({ path, text }) => [
      pure.includes(path) && !/\brules \d/.test(text) ? 'cites none' : undefined,
    ]),
    planted: [['modules/ratings/rating.ts', '/** Half the confidence. */']],
  },
];
