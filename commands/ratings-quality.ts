import { Option } from 'commander';
import {
  enoughMatches,
  type Figures,
  measureQuality,
  type Pool,
  type Quality,
} from '../modules/quality/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { watched } from '../shared/console/progress.ts';
import type { CompetitionId } from '../shared/ids.ts';
import { checkIsThere, date, idOption } from './option-values.ts';
import { type JsonFlag, print } from './output.ts';
import { verb } from './verb.ts';
import { changeInWords, counted, plain } from './words.ts';

type Hours = ReturnType<typeof date>;

type Flags = JsonFlag & {
  readonly since?: Hours;
  readonly until?: Hours;
  readonly competition?: CompetitionId;
};

/** `ratings quality`: how good the forecasts were, and what became of all points together. */
export const ratingsQuality = verb({
  name: 'quality',
  about: 'how good the forecasts were, against simpler ones, and where the points went',
  options: [
    new Option('--since <date>', 'only matches of this day in Warsaw and later ones').argParser(
      date,
    ),
    new Option('--until <date>', 'only matches of this day and earlier ones').argParser(date),
    idOption('competition', 'only matches of this competition'),
  ],
  notes: `A forecast is the expected score that the history holds, from before the match.
Counted are completed matches; retired ones, and those rated after a later one
of either player, stand apart. A group of confidence is that of the lower one
of the two. Below ${enoughMatches} matches only 95 % intervals are shown; --json has all.
"level" expects by the levels that players gave, "wins" by each one's share of
wins so far, "elo32" is Elo with K 32; they learn from completed matches alone.
The pool of points is everybody's, of all time, whatever is asked for.`,
  example: '--since 2026-01-01',
  expect({ since, until }: Flags) {
    const isEmpty = since && until && since.begin >= until.end;
    if (isEmpty) throw new Failure('--until is before --since.', 2);
  },
  async run({ database }, { json, since, until, competition }: Flags, _, console) {
    await checkIsThere(database.db, 'competition', competition);
    const asked = { since: since?.begin, until: until?.end, competition };
    const quality = await watched(console, 'Matches', (tell) =>
      measureQuality(database, asked, (matches) => {
        tell(matches);
        return false;
      }),
    );
    if (json) return quality;
    if (quality) await show(console, quality);
    return undefined;
  },
});

async function show(console: Console, quality: Quality): Promise<void> {
  const list = async (title: string, rows: readonly object[]) => {
    console.out(`\n${title}:`);
    await print(console, {}, rows);
  };
  const { matches, baselines, apart, points } = quality;
  console.out(`${counted(matches, 'completed match', 'completed matches')}, by what was expected.`);
  if (matches < enoughMatches) {
    console.out(`Fewer than ${enoughMatches} say little: only intervals are shown.`);
  }
  await list('Calibration', quality.bins.map(binRow));
  const rating = figuresRow('this rating', quality);
  const others = Object.entries(baselines).map(([name, { log_loss, brier, favourite_won }]) => ({
    ...mapped(rating, '-'),
    '': name,
    matches,
    ...(matches >= enoughMatches && {
      favourite_won: percent(favourite_won),
      log_loss: decimals(log_loss),
      brier: decimals(brier),
    }),
  }));
  await list('Against simpler forecasts of the same matches', [rating, ...others]);
  await list('By the lower confidence', groupRows(quality.by_confidence));
  await list('By the gap in points', groupRows(quality.by_gap));
  await list('By month', groupRows(quality.by_month));
  await list('Apart', groupRows(apart));
  const { wins_that_cost } = points;
  console.out(
    `\nOf ${counted(points.matches, 'rated match', 'rated matches')}, ${wins_that_cost} cost the winner points.`,
  );
  await showPool(list, quality.pool);
}

async function showPool(
  list: (title: string, rows: readonly object[]) => Promise<void>,
  { months, newcomers }: Pool,
): Promise<void> {
  const rows = months.map(({ month, players, newcomers_mean: began, ...figures }) => ({
    month,
    players,
    mean: Math.round(figures.mean),
    median: Math.round(figures.median),
    created: figures.created,
    destroyed: figures.destroyed,
    kept_at_0: figures.floor,
    newcomers: figures.newcomers,
    they_began_at: began && Math.round(began),
  }));
  await list(
    'The pool: who has a match in 90 days, and the points that matches made and took',
    rows,
  );
  const each = newcomers.map(({ level, players, matches, own_change, others_change }) => ({
    level: level.toFixed(1),
    players,
    matches,
    points_each: changeInWords(Math.round(own_change / players)),
    of_opponents: changeInWords(Math.round(others_change / players)),
  }));
  await list('Newcomers, by the level that they gave: what their first ten matches moved', each);
}

function groupRows(groups: Readonly<Record<string, Figures>>) {
  return Object.entries(groups).map(([name, figures]) => figuresRow(plain(name), figures));
}

/** A row of figures; of few matches the interval alone. */
function figuresRow(name: string, figures: Figures) {
  const isEnough = figures.matches >= enoughMatches;
  const shown = (text: string) => (isEnough ? text : '-');
  return {
    '': name,
    matches: figures.matches,
    favourite_won: shown(percent(figures.favourite_won)),
    between: interval(figures.matches, figures.favourite_won_low, figures.favourite_won_high),
    log_loss: shown(decimals(figures.log_loss)),
    brier: shown(decimals(figures.brier)),
    off_by: shown(percent(figures.calibration_error)),
    slope: shown(decimals(figures.slope, 2)),
    intercept: shown(decimals(figures.intercept, 2)),
  };
}

function binRow({ from, to, matches, expected, won, low, high }: Quality['bins'][number]) {
  return {
    given: `${Math.round(from * 100)}–${Math.round(to * 100)} %`,
    matches,
    expected: percent(expected),
    won: matches >= enoughMatches ? percent(won) : '-',
    between: interval(matches, low, high),
  };
}

const interval = (matches: number, low: number, high: number) =>
  matches === 0 ? '-' : `${percent(low)} and ${percent(high)}`;

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)} %`;
}

function decimals(value: number | null, digits = 4): string {
  return value === null ? '-' : value.toFixed(digits);
}

const mapped = (row: object, cell: string) =>
  Object.fromEntries(Object.keys(row).map((name) => [name, cell]));
