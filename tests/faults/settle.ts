import type { Draw } from '../ratings/random-season.ts';
import { windows } from './city.ts';
import type { Client } from './client.ts';
import { acknowledge, type Fault, isSame, type Ledger, type Match, wrong } from './ledger.ts';

/**
 * After a restart: looks through the API whether what was acknowledged since the last time is there
 * once, and nothing that was refused; repeats what wasn't answered, which gives each its one match.
 */
export async function settle(client: Client, ledger: Ledger, draw: Draw): Promise<Fault[]> {
  const faults: Fault[] = [];
  const before = await newMatches(client, ledger);
  const answered = ledger.recent.length > 0 ? [draw.pick(ledger.recent).submission] : [];
  for (const submission of [...ledger.unanswered, ...answered]) {
    const there = before.filter(({ played_at }) => played_at === submission.playedAt);
    const reply = await client.submit(submission);
    if (reply?.status !== 201) {
      faults.push(wrong(`a repetition was answered ${reply?.status}: ${reply?.text}`));
      continue;
    }
    faults.push(...acknowledge(ledger, submission, reply.text));
    if (there.length !== Number(reply.isReplay)) {
      const text = `${submission.key} had ${there.length} matches, replayed: ${reply.isReplay}`;
      faults.push(wrong(text));
    }
  }
  ledger.repeated += ledger.unanswered.length;
  ledger.unanswered = [];
  faults.push(...compare(await newMatches(client, ledger), ledger));
  ledger.recent.length = 0;
  ledger.unseen = ledger.next;
  return faults;
}

/** The matches of this ledger's results since the last time. */
async function newMatches(client: Client, ledger: Ledger): Promise<Match[]> {
  const found: Match[] = [];
  for (const { after, before } of windows(ledger.unseen, ledger.next, ledger.start)) {
    found.push(...(await client.matches(after, before)));
  }
  return found;
}

function compare(shown: readonly Match[], ledger: Ledger): Fault[] {
  const times = new Map<string, number>();
  for (const { played_at } of shown) times.set(played_at, (times.get(played_at) ?? 0) + 1);
  const ids = new Set(shown.map(({ id }) => id));
  const lost = ledger.recent.filter(({ match }) => !ids.has(match.id));
  const faults = lost.map(({ match }): Fault => ({ kind: 'lost', text: `${match.id} by the API` }));
  const strange = shown.flatMap((match): Fault[] => {
    const known = ledger.acknowledged.get(match.id);
    if (times.get(match.played_at) !== 1) {
      return [{ kind: 'doubled', text: `${match.id}, played at ${match.played_at}` }];
    }
    if (known && !isSame(match, known)) return [wrong(`${match.id} isn't what was acknowledged`)];
    if (known || ledger.offered.has(match.id)) return [];
    return [wrong(`${match.id}, played at ${match.played_at}, was never accepted`)];
  });
  return [...faults, ...strange];
}
