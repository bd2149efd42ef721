/** The desk: pages on which an organizer's people enter results and put them right. */
export { createDesk } from './routes.ts';
