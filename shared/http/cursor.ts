import { createHmac } from 'node:crypto';
import { areEqual } from '../constant-time.ts';
import { type Problem, problemAt } from '../problem.ts';
import { percentDecoded } from './query.ts';

/** Gives the secrets that are valid now; the first one signs, the others only verify. */
export type SigningSecrets = () => Promise<readonly [current: string, ...former: string[]]>;

/** Where a page ended: the sort values of its last row. */
export type Position = readonly (string | number)[];

/** What a cursor is bound to: the path of its list, however it is percent-encoded, and the filters. */
export function scopeOf(path: string, filters: object): string {
  return JSON.stringify([percentDecoded(path), filters]);
}

/** Whether the text looks like a cursor, of whatever list. */
export const isCursor = (text: string): boolean => /^[\w-]+\.[\w-]{22}$/.test(text);

export type Cursors = ReturnType<typeof createCursors>;

/** Cursors that only this installation can make: each carries a keyed hash of scope and position. */
export function createCursors(secrets: SigningSecrets) {
  const seal = (secret: string, scope: string, payload: string) => {
    const hmac = createHmac('sha256', secret).update(`cursor\n${scope}\n${payload}`).digest();
    return hmac.subarray(0, 16).toString('base64url');
  };
  return {
    /** An opaque text for the position, bound to the scope. */
    async encode(scope: string, position: Position): Promise<string> {
      const [secret] = await secrets();
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${payload}.${seal(secret, scope, payload)}`;
    },

    /** The position of a cursor, if there is one. Throws `invalid-request` if altered or of another scope. */
    async decode(scope: string, cursor: string | undefined): Promise<Position | undefined> {
      if (cursor === undefined) return undefined;
      const [payload = '', mac = ''] = cursor.split('.');
      const isSealed = (secret: string) => areEqual(seal(secret, scope, payload), mac);
      if (!isCursor(cursor) || !(await secrets()).some(isSealed)) throw badCursor();
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    },
  };
}

function badCursor(): Problem {
  const detail = 'The cursor was altered, or belongs to another list or other filters.';
  return problemAt('invalid-request', [{ pointer: '#/cursor', detail }]);
}
