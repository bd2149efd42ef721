/** The pages for people: ranking, players, matches and competitions, and how ratings work. */
export { createWebsite } from './routes.ts';
