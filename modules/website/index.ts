/** The pages for people: ranking, players, matches and competitions, and how ratings work. */
export { momentOf, startOfList } from './changes.tsx';
export { changesOfPlayer } from './changes-repository.ts';
export { createWebsite } from './routes.ts';
