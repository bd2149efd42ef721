/** @jsxImportSource preact */
// The rating over the days of play, drawn on the server. Only the line is stretched to fit a screen:
// all else keeps its size.
import { type Career, levels, marks, type Point, type Spot, scale, thinned } from './chart-line.ts';
import { dayInWords, inEach } from './language.ts';
import { Columns } from './parts.tsx';
import type { Visit } from './visit.ts';

export const chartWords = inEach({
  title: ['The rating over the days of play', 'Ranking w kolejnych dniach gry'],
  description: [
    (first: string, last: string, best: string, lowest: string) =>
      `${first}; ${last}. Best: ${best}. Lowest: ${lowest}.`,
    (first: string, last: string, best: string, lowest: string) =>
      `${first}; ${last}. Najwyższy: ${best}. Najniższy: ${lowest}.`,
  ],
  at: [
    (value: number, day: string) => `${value} on ${day}`,
    (value: number, day: string) => `${value} dnia ${day}`,
  ],
  best: ['best', 'najwyższy'],
  lowest: ['lowest', 'najniższy'],
  day: ['Day of play', 'Dzień gry'],
  table: ['The same as a table', 'To samo w tabeli'],
});

type Props = { readonly visit: Visit; readonly career: Career };

/** The chart of a career, and a table of the same. */
export function RatingChart({ visit, career }: Props) {
  const words = chartWords[visit.language];
  const points = thinned(career.points);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const at = ({ day, value }: Point) => words.at(value, dayInWords(visit.language, day));
  return (
    <figure class="chart">
      <svg role="img" aria-labelledby="chart-title chart-told">
        <title id="chart-title">{words.title}</title>
        <desc id="chart-told">
          {words.description(at(first), at(last), at(career.best), at(career.lowest))}
        </desc>
        <Plot {...{ visit, career, points, first, last }} />
      </svg>
      <details>
        <summary>{words.table}</summary>
        <table aria-label={words.title}>
          <Columns names={[words.day, visit.words.rating]} />
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={`${day} ${value}`}>
                <td>{dayInWords(visit.language, day)}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

type PlotProps = Props & {
  readonly points: readonly Point[];
  readonly first: Point;
  readonly last: Point;
};

function Plot({ visit, career: { best, lowest }, points, first, last }: PlotProps) {
  const words = chartWords[visit.language];
  const ratings = levels(points.map(({ value }) => value));
  const [bottom = 0, top = 0] = [ratings[0], ratings.at(-1)];
  const spotOf = scale(first.day, last.day, bottom, top);
  const level = (value: number) => `${spotOf({ day: first.day, value }).y}%`;
  const days = marks(first.day, last.day);
  const line = points.map(spotOf).map(({ x, y }) => `${x},${y}`);
  return (
    <>
      <text class="axis" x="-2.5rem" y="0" dy="-1.5em">
        {visit.words.rating}
      </text>
      {ratings.map((value) => (
        <g key={value}>
          <line class="grid" x1="0" x2="100%" y1={level(value)} y2={level(value)} />
          <text class="axis" x="-0.4rem" y={level(value)} dy="0.35em" text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <DayMark
          key={day}
          {...{ visit, day, share: days.length > 1 ? index / (days.length - 1) : 0 }}
          {...spotOf({ day, value: bottom })}
        />
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        <polyline class="line" points={line.join(' ')} vector-effect="non-scaling-stroke" />
      </svg>
      {points.length <= 40 &&
        points.map((point) => (
          <Dot key={`${point.day} ${point.value}`} spot={spotOf(point)} radius={2.5} />
        ))}
      <Dot spot={spotOf(last)} radius={4} />
      <Mark spot={spotOf(best)} text={`${words.best} ${best.value}`} dy="-0.7em" />
      {lowest.value < best.value && (
        <Mark spot={spotOf(lowest)} text={`${words.lowest} ${lowest.value}`} dy="1.5em" />
      )}
    </>
  );
}

type DayProps = Spot & {
  readonly visit: Visit;
  readonly day: string;
  /** How far along the days that are shown it is, from 0 to 1. */
  readonly share: number;
};

/** A day below the line; on a narrow screen, days between the ends are left out. */
function DayMark({ visit, day, share, x, y }: DayProps) {
  const rank = share % 1 === 0 ? '' : share === 0.5 ? ' middle' : ' minor';
  return (
    <text class={`axis${rank}`} x={`${x}%`} y={`${y}%`} dy="1.8em" text-anchor={anchorAt(x)}>
      {dayInWords(visit.language, day)}
    </text>
  );
}

type AtSpot = { readonly spot: Spot };

function Dot({ spot, radius }: AtSpot & { readonly radius: number }) {
  return <circle class="dot" cx={`${spot.x}%`} cy={`${spot.y}%`} r={radius} />;
}

/** A point with its name. */
function Mark({ spot, text, dy }: AtSpot & { readonly text: string; readonly dy: string }) {
  return (
    <>
      <Dot spot={spot} radius={4} />
      <text
        class="mark"
        x={`${spot.x}%`}
        y={`${spot.y}%`}
        dy={dy}
        text-anchor={anchorAt(spot.x, 20)}
      >
        {text}
      </text>
    </>
  );
}

/** How a text is anchored so that it stays within the drawing. */
function anchorAt(x: number, edge = 1): 'start' | 'middle' | 'end' {
  if (x < edge) return 'start';
  return x > 100 - edge ? 'end' : 'middle';
}
