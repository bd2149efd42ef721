// How many reads a second the service answers, in a process of its own: one player, and a list of
// 20; beside Bun.serve with a prepared statement by hand (by-hand.ts) on the same data.
//
//   bun bench/reads.ts [--seconds 5] [--connections 16] [--players 2000] [--database embedded|server]
//
// The client shares the machine, so that the ratio says more than the rates.
import { connect, type Socket } from 'node:net';
import { randomSeason, seasonKey } from '../tests/ratings/random-season.ts';
import { type Child, startProgram, startServe } from './children.ts';
import { fill, numberOption, onDatabase, placesOf } from './places.ts';

const argv = process.argv.slice(2);
const duration = numberOption(argv, '--seconds', 5);
const connections = numberOption(argv, '--connections', 16);
const season = randomSeason(1, numberOption(argv, '--players', 2_000), 1, 910);
const reads = {
  'GET /players/{id}': (n: number) =>
    `/v1/players/${season.players[n % season.players.length]?.id}`,
  'GET /players, 20': () => '/v1/players?limit=20',
};

/** Sends requests over kept connections, each as soon as the one before is answered; a second. */
async function rate(port: number, path: (n: number) => string, lasting: number): Promise<number> {
  let answered = 0;
  let open = true;
  const request = () =>
    `GET ${path(answered)} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${seasonKey}\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket: Socket = connect(port, '127.0.0.1');
      await new Promise<void>((done) => socket.once('connect', done));
      let got = '';
      socket.setEncoding('latin1').on('data', (data) => {
        got += data;
        const head = got.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = /content-length: (\d+)/i.exec(got)?.[1];
        if (!got.startsWith('HTTP/1.1 200') || !length) throw new Error(got.slice(0, 300));
        if (got.length < head + 4 + Number(length)) return;
        got = '';
        answered += 1;
        if (open) socket.write(request());
      });
      return socket;
    }),
  );
  const start = performance.now();
  for (const socket of sockets) socket.write(request());
  await new Promise((done) => setTimeout(done, lasting * 1_000));
  open = false;
  const result = answered / ((performance.now() - start) / 1_000);
  for (const socket of sockets) socket.destroy();
  return result;
}

async function measure(child: Child): Promise<number[]> {
  const rates: number[] = [];
  for (const path of Object.values(reads)) {
    await rate(child.port, path, 1);
    rates.push(await rate(child.port, path, duration));
  }
  await child.stop();
  return rates;
}

const results: string[] = [];
for (const kind of placesOf(argv)) {
  await onDatabase(kind, async (settings) => {
    await fill(settings, season.records);
    const service = await measure(await startServe(settings));
    const { DATA_DIR, DATABASE_URL } = settings;
    const hand = await measure(await startProgram('by-hand.ts', kind, DATABASE_URL ?? DATA_DIR));
    for (const [place, read] of Object.keys(reads).entries()) {
      const [own = 0, floor = 0] = [service[place], hand[place]];
      const ratio = (own / floor).toFixed(2);
      console.log(`${kind}: ${read}: ${own.toFixed(0)}/s, by hand ${floor.toFixed(0)}/s: ${ratio}`);
      results.push(`${kind} ${read} ${ratio}`);
    }
  });
}
console.log(`share of what is possible by hand: ${results.join('; ')}`);
