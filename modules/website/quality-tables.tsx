/** @jsxImportSource preact */
import {
  confidenceGroups,
  enoughMatches,
  type Figures,
  gapGroups,
  type Kept,
} from '../quality/index.ts';
import { monthInWords, numberInWords, percentInWords, signed } from './language.ts';
import { Columns } from './parts.tsx';
import { qualityWords } from './quality-words.ts';
import type { Visit } from './visit.ts';

export type Part = { readonly visit: Visit; readonly kept: Kept };

/** What an interval or a share is where there is none. */
const none = '–';

function shown(visit: Visit, matches: number, share: number | null): string {
  if (share === null || matches < enoughMatches) return none;
  return `${fixed(visit, 100 * share, 1)}%`;
}

/** A number with so many decimals, also where they are 0: they stand below each other. */
function fixed(visit: Visit, value: number, digits: number): string {
  const text = value.toFixed(digits);
  return visit.language === 'pl' ? text.replace('.', ',') : text;
}

/** `61.8–66.6%`. */
function between(visit: Visit, matches: number, low: number, high: number): string {
  if (matches === 0) return none;
  return `${fixed(visit, 100 * low, 1)}–${fixed(visit, 100 * high, 1)}%`;
}

/** What favourites were given, and how many of these matches they won. */
export function Calibration({ visit, kept: { bins } }: Part) {
  const words = qualityWords[visit.language].calibration;
  return (
    <table class="figures" aria-label={words.title}>
      <Columns names={[words.given]} numbers={[words.matches, words.won, words.between]} />
      <tbody>
        {bins.map(({ from, to, matches, won, low, high }) => (
          <tr key={from}>
            <th
              scope="row"
              class="nowrap"
            >{`${Math.round(from * 100)}–${percentInWords(visit.language, to)}`}</th>
            <td class="number">{numberInWords(visit.language, matches)}</td>
            <td class="number">{shown(visit, matches, won)}</td>
            <td class="number">{between(visit, matches, low, high)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** These forecasts beside simpler ones. */
export function Against({ visit, kept }: Part) {
  const words = qualityWords[visit.language].against;
  const { baselines } = kept;
  const others = (['elo32', 'level', 'wins', 'coin'] as const).map(
    (name) => [name, baselines[name]] as const,
  );
  const decimals = (value: number | null) =>
    value === null || kept.matches < enoughMatches ? none : fixed(visit, value, 3);
  return (
    <table class="figures" aria-label={words.title}>
      <Columns names={[words.by]} numbers={[words.won, words.loss, words.brier]} />
      <tbody>
        {([['rating', kept], ...others] as const).map(
          ([name, { favourite_won, log_loss, brier }]) => (
            <tr key={name}>
              <th scope="row">{words[name]}</th>
              <td class="number">{shown(visit, kept.matches, favourite_won)}</td>
              <td class="number">{decimals(log_loss)}</td>
              <td class="number">{decimals(brier)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

/** The same figures by confidence and by gap. */
export function Groups({ visit, kept }: Part) {
  const { groups, calibration, against } = qualityWords[visit.language];
  const row = (name: string, figures: Figures) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td class="number">{numberInWords(visit.language, figures.matches)}</td>
      <td class="number">{shown(visit, figures.matches, figures.favourite_won)}</td>
      <td class="number">
        {between(visit, figures.matches, figures.favourite_won_low, figures.favourite_won_high)}
      </td>
    </tr>
  );
  return (
    <table class="figures">
      <caption>{groups.told}</caption>
      <Columns
        names={[groups.group]}
        numbers={[calibration.matches, against.won, calibration.between]}
      />
      <tbody>
        {confidenceGroups.map((group) => row(groups.confidence[group], kept.by_confidence[group]))}
        {gapGroups.map((group) => row(groups.gap[group], kept.by_gap[group]))}
      </tbody>
    </table>
  );
}

/** The pool, month by month, the last one first. */
export function PoolTable({ visit, kept: { pool } }: Part) {
  const words = qualityWords[visit.language].pool;
  const number = (value: number) => numberInWords(visit.language, Math.round(value));
  const numbers = [words.players, words.median, words.mean, words.made, words.taken];
  return (
    <table class="figures" aria-label={words.title}>
      <Columns names={[words.month]} numbers={numbers} />
      <tbody>
        {pool.months
          .toReversed()
          .map(({ month, players, median, mean, created, destroyed, floor }) => (
            <tr key={month}>
              <th scope="row">{monthInWords(visit.language, month)}</th>
              <td class="number">{number(players)}</td>
              <td class="number">{number(median)}</td>
              <td class="number">{number(mean)}</td>
              <td class="number">{number(created + floor)}</td>
              <td class="number">{number(destroyed)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** What the first matches of newcomers moved, by their level. */
export function NewcomersTable({ visit, kept: { pool } }: Part) {
  const words = qualityWords[visit.language];
  const { level, own, others } = words.newcomers;
  return (
    <table class="figures" aria-label={words.newcomers.title}>
      <Columns names={[level]} numbers={[words.pool.players, own, others]} />
      <tbody>
        {pool.newcomers.map(({ level, players, own_change, others_change }) => (
          <tr key={level}>
            <th scope="row">{fixed(visit, level, 1)}</th>
            <td class="number">{numberInWords(visit.language, players)}</td>
            <td class="number">{signed(Math.round(own_change / players))}</td>
            <td class="number">{signed(Math.round(others_change / players))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
