// A flood of requests, without what `fetch` and the checks of the tests cost for each.
import { connect } from 'node:net';

const lanes = 32;

/**
 * Sends that many requests over kept connections, on each as soon as the one before is answered;
 * gives how many answers had which status. Throws where a connection is refused or cut.
 */
export async function flood(
  url: string,
  count: number,
  requestOf: (n: number) => string,
): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let next = 0;
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      let got = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => send());
      const send = () => {
        if (next < count) return void socket.write(requestOf(next++));
        socket.destroy();
        resolve();
      };
      socket.setEncoding('latin1').on('data', (data) => {
        got += data;
        const head = got.indexOf('\r\n\r\n');
        const [, length] = /^content-length: (\d+)/im.exec(got) ?? [];
        if (head < 0 || got.length < head + 4 + Number(length)) return;
        const status = Number(got.slice('HTTP/1.1 '.length).slice(0, 3));
        answers.set(status, (answers.get(status) ?? 0) + 1);
        got = '';
        send();
      });
      socket.on('error', reject).on('close', () => reject(new Error('A connection was cut.')));
    });
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
