// What happened to a rating in one sentence about the player, from the same facts as the one that the API tells the
// player. rules 1.9
import { gamesWon, type MatchShown, type Side } from '../matches/index.ts';
import { startingLevel } from '../players/index.ts';
import {
  comparisonOf,
  type HistoryEntry,
  isKeptAtZero,
  type MatchExplanation,
  outlookOf,
} from '../ratings/index.ts';
import { formFor, type Language } from './language.ts';

/** A match from a player's side. */
export type Meeting = {
  readonly id: string;
  readonly opponent: { readonly id: string; readonly display_name: string | null };
  readonly status: MatchShown['status'];
  readonly score: MatchShown['score'];
  readonly side: Side;
  readonly won: boolean;
};

/** What the sentence of an entry of the history is made of. */
export type Told = {
  /** Whose history it is; null and empty as in `nameIn`. */
  readonly player: { readonly display_name: string | null };
  readonly reason: HistoryEntry['reason']['code'];
  readonly value_before: number | null;
  readonly value_after: number;
  /** How a match was calculated; null for other entries. */
  readonly opponent_rating: number | null;
  readonly expected_score: number | null;
  readonly actual_score: number | null;
  readonly meeting?: Omit<Meeting, 'id'> | undefined;
};

/** Stand in a sentence where the names belong, since a name may be any word of the sentence. */
export const inPlaceOf = { player: '\ufffc', opponent: '\ufffd' } as const;

const { player, opponent } = inPlaceOf;

type Facts = Omit<MatchExplanation, 'opponent_name'>;

/** The sentence of a match or of where a rating starts, with marks in place of the names. */
export function sentence(language: Language, told: Told): string {
  const { start, match } = { en: inEnglish, pl: inPolish }[language];
  if (told.reason === 'match_result') return `${match(factsOf(told))}.`;
  return start(startingLevel(told.value_after).toFixed(1), told.value_after);
}

function factsOf({ meeting, ...told }: Told): Facts {
  const { opponent_rating, expected_score, actual_score, value_before, value_after } = told;
  if (
    !meeting?.score ||
    opponent_rating === null ||
    expected_score === null ||
    actual_score === null
  ) {
    throw new RangeError('A match is told by its score and by what was calculated.');
  }
  const { side, status, won } = meeting;
  const [first, second] = gamesWon(meeting.score);
  return {
    opponent_rating,
    status: status === 'retired' ? 'retired' : 'completed',
    won,
    retired: status === 'retired' && !won,
    games: side === 0 ? [first, second] : [second, first],
    expected_score,
    actual_score,
    change: value_after - (value_before ?? value_after),
    value_after,
  };
}

const inEnglish = {
  start: (level: string, rating: number) =>
    `${player}’s self-assessed level is NTRP ${level}, so the rating starts at ${rating}.`,
  match(facts: Facts): string {
    const story = facts.status === 'completed' ? this.completed(facts) : this.retired(facts);
    return `${story}, ${this.movement(facts)}`;
  },
  completed(facts: Facts): string {
    const { won, expected_score, opponent_rating: rating } = facts;
    const result = `${player} ${won ? 'beat' : 'lost to'} ${opponent}, who was rated`;
    const outlook = outlookOf(expected_score);
    if (outlook === 'open') return `${result} ${isSame(facts) ? '' : 'about '}the same (${rating})`;
    const isExpected = won === (outlook === 'favourite');
    const opening = isExpected ? 'As the ratings predicted' : 'In a surprise result';
    return `${opening}, ${result} much ${outlook === 'favourite' ? 'lower' : 'higher'} (${rating})`;
  },
  retired(facts: Facts): string {
    const { retired, games, opponent_rating: rating } = facts;
    const ending = retired
      ? `${player} retired against ${opponent}, who was rated ${rating},`
      : `${player} won when ${opponent}, who was rated ${rating}, retired,`;
    const comparison = {
      better: 'better than the ratings predicted',
      worse: 'worse than the ratings predicted',
      alike: 'about what the ratings predicted',
    }[comparisonOf(facts)];
    return `${ending} ${isContrary(facts) ? 'but' : 'and'} ${this.share(...games)} was ${comparison}`;
  },
  share(own: number, others: number): string {
    const total = own + others;
    if (own > 0 && others > 0) return `winning ${own} of the ${total} completed games`;
    const verb = own > 0 ? 'winning' : 'losing';
    if (total === 1) return `${verb} the only completed game`;
    return `${verb} ${total === 2 ? 'both' : `all ${total}`} completed games`;
  },
  movement(facts: Facts): string {
    const { change, value_after } = facts;
    if (isKeptAtZero(facts)) return `but ${player}’s rating stayed at 0, the lowest it can be`;
    if (change === 0) return `so ${player}’s rating stayed at ${value_after}`;
    const size = Math.abs(change);
    const points = `${size} ${size === 1 ? 'point' : 'points'}`;
    const direction = change > 0 ? 'rose' : 'fell';
    return `so ${player}’s rating ${direction} by ${points} to ${value_after}`;
  },
};

const points = { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' };
const inPoints = (number: number) => `${number} ${formFor('pl', number, points)}`;

/** Names stay as they are given, and nobody's gender is guessed: no form that would tell it is used. */
const inPolish = {
  start: (level: string, rating: number) =>
    `${player} zaczyna od ${rating} punktów: tyle odpowiada poziomowi gry NTRP ${level.replace('.', ',')} z samooceny.`,
  match(facts: Facts): string {
    const story = facts.status === 'completed' ? this.completed(facts) : this.retired(facts);
    return `${story}, ${this.movement(facts)}`;
  },
  completed(facts: Facts): string {
    const { won, expected_score, opponent_rating: rating } = facts;
    const outlook = outlookOf(expected_score);
    const result = `${player} ${won ? 'wygrywa' : 'przegrywa'}: po drugiej stronie siatki ${opponent}`;
    if (outlook === 'open') {
      return `${result} z ${isSame(facts) ? 'tą samą' : 'podobną'} liczbą punktów (${rating})`;
    }
    const isExpected = won === (outlook === 'favourite');
    const opening = isExpected ? 'Zgodnie z przewidywaniami' : 'Niespodziewanie';
    const size = outlook === 'favourite' ? 'mniejszą' : 'większą';
    return `${opening} ${result} ze znacznie ${size} liczbą punktów (${rating})`;
  },
  retired(facts: Facts): string {
    const { retired, games, opponent_rating } = facts;
    const ending = retired ? 'kreczuje' : 'wygrywa przez krecz';
    const comparison = {
      better: 'wynik lepszy od przewidywanego',
      worse: 'wynik gorszy od przewidywanego',
      alike: 'wynik zgodny z przewidywaniami',
    }[comparisonOf(facts)];
    const result = `${isContrary(facts) ? 'ale' : 'a'} ${this.share(...games)} to ${comparison}`;
    const other = `po drugiej stronie siatki ${opponent} (${inPoints(opponent_rating)})`;
    return `${player} ${ending}: ${other}, ${result}`;
  },
  share(own: number, others: number): string {
    const total = own + others;
    if (own > 0 && others > 0) return `wygranie ${own} z ${total} ukończonych gemów`;
    const verb = own > 0 ? 'wygranie' : 'przegranie';
    if (total === 1) return `${verb} jedynego ukończonego gema`;
    return `${verb} ${total === 2 ? 'obu' : `wszystkich ${total}`} ukończonych gemów`;
  },
  movement(facts: Facts): string {
    const { change, value_after } = facts;
    if (isKeptAtZero(facts)) return `ale ${player} nadal ma 0 punktów, bo mniej mieć nie można`;
    if (change === 0) return `więc ${player} nadal ma ${inPoints(value_after)}`;
    const verb = change > 0 ? 'zyskuje' : 'traci';
    return `więc ${player} ${verb} ${inPoints(Math.abs(change))} i ma ${value_after}`;
  },
};

/** Whether both were rated the same before the match. */
const isSame = ({ opponent_rating, value_after, change }: Facts) =>
  opponent_rating === value_after - change;

/** Whoever retires may have won more games than predicted and gain points, and the other way round. */
const isContrary = ({ won, change }: Facts) => (won ? change < 0 : change > 0);
