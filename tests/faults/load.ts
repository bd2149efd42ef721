import type { Draw } from '../ratings/random-season.ts';
import { drawResult, organizers, spoilers } from './city.ts';
import type { Client, Reply } from './client.ts';
import { acknowledge, type Fault, type Ledger, type Submission, wrong } from './ledger.ts';

const workersEach = 3;
const resultsEach = 6;

/** All organizers submit, several results at once each, until they are through or the service dies. */
export async function load(client: Client, ledger: Ledger, draw: Draw): Promise<Fault[]> {
  const faults: Fault[] = [];
  const workers = organizers.flatMap((_, organizer) =>
    Array.from({ length: workersEach }, async () => {
      for (let sent = 0; sent < resultsEach; sent += 1) {
        const isAlive = await (draw.chance(0.2)
          ? sendBad(client, ledger, draw, organizer, faults)
          : sendGood(client, ledger, draw, organizer, faults));
        if (!isAlive) return;
      }
    }),
  );
  await Promise.all(workers);
  return faults;
}

function newSubmission(ledger: Ledger, draw: Draw, organizer: number) {
  const result = drawResult(draw, organizer, ledger.next++, ledger.start);
  const submission: Submission = {
    organizer,
    key: crypto.randomUUID(),
    text: JSON.stringify(result),
    playedAt: result.played_at,
  };
  return { result, submission };
}

/** Sends a new result, now and then twice at once; gives whether all was answered. */
async function sendGood(
  client: Client,
  ledger: Ledger,
  draw: Draw,
  organizer: number,
  faults: Fault[],
): Promise<boolean> {
  const { submission } = newSubmission(ledger, draw, organizer);
  const copies = draw.chance(0.1) ? 2 : 1;
  const replies = await Promise.all(
    Array.from({ length: copies }, () => client.submit(submission)),
  );
  let isAnswered = false;
  for (const reply of replies) {
    if (reply?.status === 201) {
      isAnswered = true;
      faults.push(...acknowledge(ledger, submission, reply.text));
    } else if (reply && reply.status !== 503) faults.push(unexpected(reply, '201'));
  }
  if (!isAnswered) ledger.unanswered.push(submission);
  return replies.every((reply) => reply !== undefined);
}

/** Sends what must be refused; gives whether it was answered. */
async function sendBad(
  client: Client,
  ledger: Ledger,
  draw: Draw,
  organizer: number,
  faults: Fault[],
): Promise<boolean> {
  const { result, submission } = newSubmission(ledger, draw, organizer);
  const known = ledger.recent.filter((one) => one.submission.organizer === organizer).at(-1);
  const type = draw.pick([
    'unauthenticated',
    ...Object.keys(spoilers),
    ...(known ? ['idempotency-conflict', 'duplicate-match'] : []),
  ]);
  const bad = { ...submission };
  const spoil = spoilers[type];
  if (spoil) bad.text = JSON.stringify(spoil(result, organizer));
  if (known && type === 'idempotency-conflict') bad.key = known.submission.key;
  if (known && type === 'duplicate-match') bad.text = known.submission.text;
  const reply = await client.submit(bad, type === 'unauthenticated' ? 'no-token' : undefined);
  if (!reply) return false;
  if (JSON.parse(reply.text).type?.endsWith(`#${type}`)) ledger.refused += 1;
  else if (reply.status !== 503) faults.push(unexpected(reply, type));
  return true;
}

function unexpected({ status, text }: Reply, expected: string): Fault {
  return wrong(`expected ${expected}, but the answer was ${status}: ${text}`);
}
