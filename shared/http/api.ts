import type { Db } from '../database/db.ts';
import type { Access } from './access.ts';
import type { List } from './list.ts';

/** What the routes of the API work with. */
export type Api = {
  readonly access: Access;
  /** For reads; outside any transaction. */
  readonly database: Db;
  readonly list: List;
};
