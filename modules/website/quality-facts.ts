// What the figures say in sentences. Pure.
import { type Bin, enoughMatches, type Kept } from '../quality/index.ts';
import {
  counted,
  decimalInWords,
  type Language,
  numberInWords,
  percentInWords,
} from './language.ts';
import { qualityWords } from './quality-words.ts';

/** Two bins, as one of twice the width. */
function wider([one, other]: readonly [Bin, Bin]) {
  const matches = one.matches + other.matches;
  const won = one.matches * (one.won ?? 0) + other.matches * (other.won ?? 0);
  return { from: one.from, to: other.to, matches, won: won / matches };
}

const wholePercent = (share: number) => Math.round(share * 100);

/** The sentence for everybody: of 70 to 80%, or else of where most matches are, or of all; undefined of too few. */
export function findingOf(language: Language, { bins, matches, favourite_won }: Kept) {
  if (matches < enoughMatches || favourite_won === null) return undefined;
  const words = qualityWords[language];
  const pairs = bins.flatMap((bin, place) => {
    const next = bins[place + 1];
    return place % 2 === 0 && next ? [wider([bin, next])] : [];
  });
  const enough = pairs.filter((pair) => pair.matches >= enoughMatches);
  const most = enough.toSorted((one, other) => other.matches - one.matches)[0];
  const told = enough.find(({ from }) => from === 0.7) ?? most;
  const number = (count: number) => numberInWords(language, count);
  const percent = (share: number) => percentInWords(language, wholePercent(share) / 100);
  if (!told) return words.overall(number(matches), percent(favourite_won));
  const given = words.span(wholePercent(told.from), wholePercent(told.to));
  return words.finding(number(told.matches), given, percent(told.won));
}

/** What the forecasts do badly, as far as there are enough matches to see it; and what isn't counted in them. */
export function weaknessesOf(language: Language, kept: Kept): string[] {
  const words = qualityWords[language];
  const { weak, against, matchesPlayed } = words;
  const percent = (share: number | null) => percentInWords(language, share ?? 0);
  const loss = (value: number) => decimalInWords(language, value);
  const played = (count: number) => counted(language, count, matchesPlayed);
  const seen: string[] = [];
  const { bins, slope_low, slope_high, by_gap, by_confidence, baselines, log_loss } = kept;
  const missed = bins
    .filter(({ matches }) => matches >= enoughMatches)
    .filter(({ expected, low, high }) => expected !== null && (expected < low || expected > high))
    .map((bin) => ({ ...bin, by: Math.abs((bin.won ?? 0) - (bin.expected ?? 0)) }))
    .toSorted((one, other) => other.by - one.by)[0];
  if (missed) {
    const given = words.span(wholePercent(missed.from), wholePercent(missed.to));
    seen.push(weak.bin(given, percent(missed.won)));
  }
  if (kept.matches >= enoughMatches && log_loss !== null) {
    if (slope_high !== null && slope_high < 1) seen.push(weak.bold);
    if (slope_low !== null && slope_low > 1) seen.push(weak.careful);
    const best = (['elo32', 'level', 'wins', 'coin'] as const)
      .map((name) => ({ name, loss: baselines[name].log_loss ?? log_loss }))
      .toSorted((one, other) => one.loss - other.loss)[0];
    if (best && loss(best.loss) !== loss(log_loss) && best.loss < log_loss) {
      seen.push(weak.beaten(against[best.name], loss(best.loss), loss(log_loss)));
    }
    const close = by_gap.below_50;
    if (close.matches >= enoughMatches && close.favourite_won_low <= 0.5) {
      seen.push(weak.close(percent(close.favourite_won)));
    }
    const { matches } = by_confidence.below_40;
    if (matches < enoughMatches) seen.push(weak.newcomers(numberInWords(language, matches)));
    if (seen.length === 0) seen.push(weak.nothing);
  }
  if (kept.retired + kept.late === 0) return seen;
  const apart =
    language === 'en'
      ? weak.apart(played(kept.retired), numberInWords(language, kept.late))
      : weak.apart(numberInWords(language, kept.retired), numberInWords(language, kept.late));
  return [...seen, apart];
}
