/** @jsxImportSource preact */
// What is said of a competition in a word or two.
import { warsawDay } from '../../shared/time.ts';
import { competitionWords } from './competition-words.ts';
import type { Visit } from './visit.ts';

type Dated = { readonly starts_on: string; readonly ends_on: string };
type Props = { readonly visit: Visit; readonly competition: Dated };

/** Whether a competition is still to come, is on, or is over, by the day in Warsaw. */
export function stateOf({ now }: Visit, { starts_on, ends_on }: Dated) {
  const today = warsawDay(now);
  if (today < starts_on) return 'upcoming';
  return today > ends_on ? 'over' : 'running';
}

/** The same in a word. */
export function State({ visit, competition }: Props) {
  const state = stateOf(visit, competition);
  return <span class={`state ${state}`}>{competitionWords[visit.language].states[state]}</span>;
}

/** A season such as `2026-autumn`; one that is no season of the year stays as it is written. */
export function seasonInWords(visit: Visit, season: string): string {
  const { seasons } = competitionWords[visit.language];
  const [year = '', ...rest] = season.split('-');
  const name = Object.entries(seasons).find(([name]) => name === rest.join('-'))?.[1];
  return name ? `${name} ${year}` : season;
}
