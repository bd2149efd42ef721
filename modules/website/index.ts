/** The pages for people: ranking, players, matches and competitions, and how ratings work; and what the desk's share. */
export { momentOf, startOfList } from './changes-list.ts';
export { changesOfPlayer } from './changes-repository.ts';
export {
  dayInWords,
  decimalInWords,
  inEach,
  type Language,
  momentInWords,
  nameIn,
  signed,
  weekdayInWords,
} from './language.ts';
export { problemWords } from './page.tsx';
export { Pages, pageOfList } from './paging.tsx';
export type { Option } from './parts.tsx';
export { createWebsite } from './routes.ts';
export {
  type Site,
  type SiteDependencies,
  show,
  siteOf,
  type Visit,
  varies,
  visitOf,
} from './visit.ts';
