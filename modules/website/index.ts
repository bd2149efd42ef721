/** The pages for people: ranking, players, matches and competitions, and how ratings work. */
export { website } from './routes.ts';
