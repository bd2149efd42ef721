/** @jsxImportSource preact */
// Drawn on the server, readable without colour. Only lines are stretched to fit a screen.
import type { Bin, Pool } from '../quality/index.ts';
import { levels } from './chart-line.ts';
import { monthInWords, percentInWords } from './language.ts';
import { qualityWords } from './quality-words.ts';
import type { Visit } from './visit.ts';

type CalibrationProps = {
  readonly visit: Visit;
  readonly bins: readonly Bin[];
  readonly enough: number;
};

const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** What favourites were given, and how many of these matches they won: a mark where there are enough, and a range. */
export function CalibrationChart({ visit, bins, enough }: CalibrationProps) {
  const words = qualityWords[visit.language].calibration;
  const shown = bins.filter(({ matches }) => matches > 0);
  const lowest = Math.min(0.5, ...shown.map(({ low }) => low));
  const ticks = shares.filter((share) => share > lowest - 0.1);
  const bottom = ticks[0] ?? 0;
  const x = (given: number) => `${round(200 * (given - 0.5))}%`;
  const y = (won: number) => `${round((100 * (1 - won)) / (1 - bottom))}%`;
  const percent = (share: number) => percentInWords(visit.language, share);
  return (
    <figure class="plot">
      <svg role="img" aria-labelledby="calibration-title" aria-describedby="calibration-told">
        <title id="calibration-title">{words.title}</title>
        {ticks.map((share) => (
          <g key={share}>
            <line class="grid" x1="0" x2="100%" y1={y(share)} y2={y(share)} />
            <text x="-0.5rem" y={y(share)} dy="0.35em" text-anchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        {shares.slice(5).map((share) => (
          <text key={share} x={x(share)} y="100%" dy="1.6em" text-anchor="middle">
            {percent(share)}
          </text>
        ))}
        <text x="50%" y="100%" dy="3.2em" text-anchor="middle">
          {words.given}
        </text>
        <text x="-2.75rem" y="0" dy="-1.2em">
          {words.won}
        </text>
        <line class="even" x1={x(0.5)} y1={y(0.5)} x2={x(1)} y2={y(1)} />
        <text class="named" x={x(0.97)} y={y(0.97)} dy="-0.9em" text-anchor="end">
          {words.even}
        </text>
        {shown.map(({ from, expected, matches, won, low, high }) => (
          <g key={from}>
            <line
              class="span"
              x1={x(expected ?? from)}
              x2={x(expected ?? from)}
              y1={y(low)}
              y2={y(high)}
            />
            {matches >= enough && (
              <circle cx={x(expected ?? from)} cy={y(won ?? 0)} r={5}>
                <title>{`${percent(expected ?? from)} – ${percent(won ?? 0)}`}</title>
              </circle>
            )}
          </g>
        ))}
      </svg>
      <figcaption id="calibration-told">{words.told}</figcaption>
    </figure>
  );
}

type PoolProps = { readonly visit: Visit; readonly months: Pool['months'] };

/** The median and the mean of the pool, month by month. */
export function PoolChart({ visit, months }: PoolProps) {
  const words = qualityWords[visit.language].pool;
  const ratings = levels(months.flatMap(({ mean, median }) => [mean - 50, mean + 50, median]));
  const [bottom = 0, top = 1] = [ratings[0], ratings.at(-1)];
  const x = (place: number) => round((100 * place) / Math.max(1, months.length - 1));
  const y = (value: number) => round((100 * (top - value)) / (top - bottom));
  const line = (of: 'mean' | 'median') =>
    months.map((month, place) => `${x(place)},${y(month[of])}`).join(' ');
  const last = months.at(-1);
  if (!last) return null;
  const inWords = ({ month, median, mean }: Pool['months'][number]) =>
    `${monthInWords(visit.language, month)}: ${words.median} ${Math.round(median)}, ${words.mean} ${Math.round(mean)}`;
  const medianIsAbove = last.median >= last.mean;
  const ends = months.length === 1 ? [0] : [0, months.length - 1];
  return (
    <figure class="plot">
      <svg role="img" aria-labelledby="pool-title pool-told">
        <title id="pool-title">{words.title}</title>
        <desc id="pool-told">{[months[0] ?? last, last].map(inWords).join('; ')}</desc>
        {ratings.map((value) => (
          <g key={value}>
            <line class="grid" x1="0" x2="100%" y1={`${y(value)}%`} y2={`${y(value)}%`} />
            <text x="-0.5rem" y={`${y(value)}%`} dy="0.35em" text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {ends.map((place) => (
          <text
            key={place}
            x={`${x(place)}%`}
            y="100%"
            dy="1.6em"
            text-anchor={place === 0 ? 'start' : 'end'}
          >
            {monthInWords(visit.language, months[place]?.month ?? '')}
          </text>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
          <polyline class="first" points={line('median')} vector-effect="non-scaling-stroke" />
          <polyline class="second" points={line('mean')} vector-effect="non-scaling-stroke" />
        </svg>
        <circle cx={`${x(months.length - 1)}%`} cy={`${y(last.median)}%`} r={5} />
        <text
          class="named"
          x={`${x(months.length - 1)}%`}
          y={`${y(last.median)}%`}
          dy={medianIsAbove ? '-0.9em' : '1.7em'}
          text-anchor="end"
        >
          {`${words.median} ${Math.round(last.median)}`}
        </text>
        <text
          x={`${x(months.length - 1)}%`}
          y={`${y(last.mean)}%`}
          dy={medianIsAbove ? '1.7em' : '-0.9em'}
          text-anchor="end"
        >
          {`${words.mean} ${Math.round(last.mean)}`}
        </text>
      </svg>
    </figure>
  );
}

const round = (percent: number) => Math.round(percent * 100) / 100;
