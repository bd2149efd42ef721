// PostgreSQL says that a statement failed before it is ready for the next one, and may stop in between.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { commandPatience, serverAt } from '../../shared/database/server.ts';
import { failureOf } from '../support/failure.ts';
import { listen } from '../support/raw-http.ts';
import { cleanUp, freshDatabase } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

test('a statement after a failed one ends by its deadline, though the server never gets ready', async () => {
  const { DATABASE_URL = '' } = await freshDatabase('server');
  const target = new URL(DATABASE_URL);
  const sockets: Socket[] = [];
  let isArmed = false;
  /** What passes to the client: once armed, nothing after the first error. */
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (piece) => far.write(piece));
    let isOver = false;
    far.on('data', (piece: Buffer) => {
      if (isOver) return;
      const error = isArmed ? endOfError(piece) : undefined;
      isOver = error !== undefined;
      near.write(piece.subarray(0, error));
    });
  });
  const address = new URL(DATABASE_URL);
  address.port = String(await listen(proxy));
  const connections = serverAt(address.href, { ...commandPatience, statementMs: 500 });
  const one = await connections.connect();
  await one.query('begin');
  isArmed = true;
  expect(await failureOf(one.query('select 1 / 0'))).toContain('division by zero');
  const begun = performance.now();
  expect(await failureOf(one.query('select 2'))).toContain('Connection terminated');
  expect(performance.now() - begun).toBeLessThan(20_000);
  isArmed = false;
  expect((await connections.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  await connections.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

/** Where the first error in whole messages of the server ends; undefined if there is none. */
function endOfError(piece: Buffer): number | undefined {
  for (let start = 0; start + 5 <= piece.length; ) {
    const end = start + 1 + piece.readUInt32BE(start + 1);
    if (piece[start] === 'E'.charCodeAt(0)) return end;
    start = end;
  }
  return undefined;
}
