// Whoever sends a body slowly holds no place in the queue before the database.
import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { commandsOn } from '../commands/terminal.ts';
import { completed, secrets } from '../support/city.ts';
import { json, onDatabase, startTestService, type TestService } from '../support/service.ts';

/** As many as may be on their way to the embedded database. */
const places = 250;

/** What the first club's client says of itself. */
async function authorizationAt(path: string, service: TestService): Promise<string> {
  return path === '/oauth/token'
    ? `Basic ${btoa(`client_first:${secrets.client}`)}`
    : `Bearer ${await service.token('client_first', secrets.client)}`;
}

onDatabase('embedded', 'bodies that drip in', () => {
  test.each([
    ['/v1/matches', 'application/json'],
    ['/oauth/token', 'application/x-www-form-urlencoded'],
  ])('%s: leave room for others', async (path, mediaType) => {
    const service = await startTestService('embedded');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${await authorizationAt(path, service)}`,
      `Content-Type: ${mediaType}`,
      'Idempotency-Key: slow',
      'Content-Length: 100',
    ].join('\r\n');
    const sockets: Socket[] = [];
    const answers: string[] = [];
    for (let n = 0; n < places + 10; n += 1) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
      socket.on('error', () => undefined).on('data', (data) => answers.push(String(data)));
      socket.write(`${head}\r\n\r\n{`);
      if (n % 50 === 0) await service.get('/v1/venues'); // all at once would be too many under way
    }
    try {
      for (let n = 0; n < 20; n += 1) expect((await service.get('/v1/venues')).status).toBe(200);
      expect(answers).toEqual([]);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  test.each([
    ['/v1/matches', 'application/json', JSON.stringify(completed())],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=client_credentials'],
  ])('%s: give and store nothing for a client that is revoked before their end', async (...of) => {
    const [path, mediaType, body] = of;
    const service = await startTestService('embedded');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${await authorizationAt(path, service)}`,
      `Content-Type: ${mediaType}`,
      'Idempotency-Key: slow',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ].join('\r\n');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(`${head}\r\n\r\n${body.slice(0, 1)}`);
    await delay(200); // the request was let in
    const revoked = await commandsOn(service.workbench)(['clients', 'revoke', 'client_first']);
    expect(revoked.status).toBe(0);
    await delay(2_000);
    socket.write(body.slice(1));
    let answer = '';
    for await (const part of socket) answer += part;
    expect(answer).toStartWith('HTTP/1.1 401 ');
    expect(await service.get('/v1/matches').then(json)).toMatchObject({ data: [] });
  });
});
