/** @jsxImportSource preact */
// The rating from match to match, drawn on the server. Only the line is stretched to fit a screen:
// all else keeps its size.
import { utc } from '../../shared/time.ts';
import { swapped, writtenScore } from '../matches/index.ts';
import { oneLine } from '../ratings/index.ts';
import { type Career, levels, type Point, type Spot, scale, ticks } from './chart-line.ts';
import { calendarInWords, dayInWords, inEach, nameIn, signed } from './language.ts';
import { Columns } from './parts.tsx';
import type { Visit } from './visit.ts';

export const chartWords = inEach({
  title: ['From match to match', 'Od meczu do meczu'],
  description: [
    (first: string, last: string, best: string, lowest: string) =>
      `${first}; ${last}. Best: ${best}. Lowest: ${lowest}.`,
    (first: string, last: string, best: string, lowest: string) =>
      `${first}; ${last}. Najwięcej: ${best}. Najmniej: ${lowest}.`,
  ],
  at: [
    (value: number, day: string) => `${value} on ${day}`,
    (value: number, day: string) => `${value} dnia ${day}`,
  ],
  atStart: [(value: number) => `${value} at the start`, (value: number) => `${value} na początku`],
  start: ['Start', 'Początek'],
  best: ['best', 'najwięcej'],
  lowest: ['lowest', 'najmniej'],
  day: ['Day', 'Dzień'],
  pause: ['no rated match', 'bez meczu rankingowego'],
  table: ['The same as a table', 'To samo w tabeli'],
});

type Props = {
  readonly visit: Visit;
  /** The player's id. */
  readonly id: string;
  readonly career: Career;
};

/** The chart of a career, each of its points a link to the match, and a table of the same. */
export function RatingChart({ visit, id, career }: Props) {
  const words = chartWords[visit.language];
  const { points } = career;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const dayOf = ({ at, match }: Point) =>
    match || !career.isNotedLate ? dayInWords(visit.language, utc(at)) : undefined;
  const told = (point: Point) => {
    const day = dayOf(point);
    return day ? words.at(point.value, day) : words.atStart(point.value);
  };
  const ratings = levels(points.map(({ value }) => value));
  const spotOf = scale(career.begin, career.end, ratings[0] ?? 0, ratings.at(-1) ?? 0);
  return (
    <figure class="chart">
      <div class="plot">
        <svg role="img" aria-labelledby="chart-title chart-told">
          <title id="chart-title">{words.title}</title>
          <desc id="chart-told">
            {words.description(told(first), told(last), told(career.best), told(career.lowest))}
          </desc>
          <Plot {...{ visit, career, ratings, spotOf }} />
        </svg>
        {/* The table says the same to whoever can't point. */}
        <svg class="points" aria-hidden="true">
          {points.map((point) => (
            <MatchPoint key={point.match?.match_id} {...{ visit, id, point }} {...spotOf(point)} />
          ))}
        </svg>
      </div>
      <details>
        <summary>{words.table}</summary>
        <table aria-label={words.title}>
          <Columns names={[words.day, visit.words.rating]} />
          <tbody>
            {points.map((point) => (
              <tr key={point.match?.match_id}>
                <td>{dayOf(point) ?? words.start}</td>
                <td>{point.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

type PlotProps = Omit<Props, 'id'> & {
  /** The numbers beside the chart, the lowest first. */
  readonly ratings: readonly number[];
  readonly spotOf: ReturnType<typeof scale>;
};

function Plot({ visit, career, ratings, spotOf }: PlotProps) {
  const words = chartWords[visit.language];
  const { points, begin, end, best, lowest, pauses } = career;
  const xOf = (at: number) => spotOf({ at, value: 0 }).x;
  const level = (value: number) => `${spotOf({ at: begin, value }).y}%`;
  const days = ticks(begin, end);
  // To the moment of each match at the height before it, then to the height after it; at last to today.
  const steps = points.map(spotOf).map(({ x, y }) => `H${x}V${y}`);
  const line = `M0 ${spotOf(points[0] ?? best).y}${steps.join('')}H100`;
  return (
    <>
      {pauses.map(({ from, until = end }) => (
        <rect
          key={from}
          class="pause"
          x={`${xOf(from)}%`}
          width={`${Math.round((xOf(until) - xOf(from)) * 10) / 10}%`}
          height="100%"
        >
          <title>{words.pause}</title>
        </rect>
      ))}
      {ratings.map((value) => (
        <g key={value}>
          <line class="grid" x1="0" x2="100%" y1={level(value)} y2={level(value)} />
          <text class="axis" x="-0.65rem" y={level(value)} dy="0.35em" text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.at.map((at, index) => (
        <Tick key={at} minor={index % 2 === 1} x={xOf(at)}>
          {calendarInWords(visit.language, days.unit, at)}
        </Tick>
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        <path class="area" d={`${line}V100H0Z`} />
        <path class="line" d={line} vector-effect="non-scaling-stroke" />
      </svg>
      <Mark spot={spotOf(best)} text={`${words.best} ${best.value}`} dy="-0.7em" />
      {lowest.value < best.value && (
        <Mark spot={spotOf(lowest)} text={`${words.lowest} ${lowest.value}`} dy="1.5em" />
      )}
    </>
  );
}

type TickProps = { readonly x: number; readonly minor: boolean; readonly children: string };

/** A day below the line; on a narrow screen, every other one is left out. */
function Tick({ x, minor, children }: TickProps) {
  return (
    <g class={minor ? 'minor' : undefined}>
      <line class="grid" x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
      <text class="axis" x={`${x}%`} y="100%" dy="1.8em" text-anchor={anchorAt(x, 5)}>
        {children}
      </text>
    </g>
  );
}

type PointProps = Omit<Props, 'career'> & Spot & { readonly point: Point };

/** A rating in the chart, linked to the match after which it was so. */
function MatchPoint({ visit, id, point, x, y }: PointProps) {
  const { match, value } = point;
  const dot = <circle cx={`${x}%`} cy={`${y}%`} r="3" />;
  if (!match) return dot;
  const { language, words } = visit;
  const { played_at, score, status, opponent_name } = match;
  const own = match.first_player_id === id ? score : score && swapped(score);
  const told = [
    `${dayInWords(language, played_at)}: ${value} (${signed(value - match.value_before)}),`,
    oneLine(nameIn(language, opponent_name)),
    ...(own ? writtenScore(own, '–') : []),
    ...(status === 'retired' ? [words.retired] : []),
  ];
  return (
    <a href={visit.to(`matches/${match.match_id}`)} tabindex={-1}>
      {dot}
      <title>{told.join(' ')}</title>
    </a>
  );
}

type MarkProps = { readonly spot: Spot; readonly text: string; readonly dy: string };

/** The name of a point. */
function Mark({ spot, text, dy }: MarkProps) {
  return (
    <text class="mark" x={`${spot.x}%`} y={`${spot.y}%`} dy={dy} text-anchor={anchorAt(spot.x, 20)}>
      {text}
    </text>
  );
}

/** How a text is anchored so that it stays within the drawing. */
function anchorAt(x: number, edge: number): 'start' | 'middle' | 'end' {
  if (x < edge) return 'start';
  return x > 100 - edge ? 'end' : 'middle';
}
