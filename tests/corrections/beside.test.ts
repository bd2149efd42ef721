// Corrections while results come in, are rated and looked through, all at once.
import { expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { createDraw } from '../ratings/random-season.ts';
import { completed, ids, retired, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { correctionsOn } from './face.ts';

const seed = Number(process.env.BESIDE_SEED ?? Math.floor(Math.random() * 1e9));
const submitters = 3;
const resultsEach = many(12, 30);

onBothDatabases(`corrections while submissions go on (BESIDE_SEED=${seed})`, (kind) => {
  test('lose none of them, and leave nothing that does not follow from its history', async () => {
    const draw = createDraw(seed);
    const service = await startTestService(kind, { settings: { RATING_DELAY_SECONDS: 0 } });
    const { workbench } = service;
    // On a server as a command does it, from a process of its own.
    const own =
      kind === 'server' ? await openWorkbench({ settings: workbench.settings }) : workbench;
    const taken: string[] = [];
    const isVoid = new Set<number>();
    const { correct } = correctionsOn(own, (n) => taken[n] ?? '');
    let left = submitters;
    const done = { corrections: 0, reads: 0 };

    async function submitAll(): Promise<void> {
      const isEnough = () => done.corrections >= many(4, 8) && done.reads >= many(2, 3);
      for (let n = 0; n < resultsEach || !isEnough(); n += 1) {
        const [first, second] = draw.shuffled(ids.players);
        const body = draw.pick([completed, completed, retired, walkover])();
        const now = (id: unknown) => (id === ids.players[0] ? first : second);
        const { winner_id, retired_player_id } = body;
        const answer = await service.submit({
          ...body,
          player_ids: [first, second],
          ...(winner_id !== undefined && { winner_id: now(winner_id) }),
          ...(retired_player_id !== undefined && { retired_player_id: now(retired_player_id) }),
        });
        expect(answer.status).toBe(201);
        taken.push((await json(answer)).id);
      }
      left -= 1;
    }

    async function correctSome(): Promise<void> {
      while (taken.length === 0) await delay(1);
      while (left > 0) {
        const match = draw.below(taken.length);
        await correct({ kind: isVoid.has(match) ? 'restore' : 'void', match });
        if (!isVoid.delete(match)) isVoid.add(match);
        done.corrections += 1;
      }
    }

    async function readAll(): Promise<void> {
      while (left > 0) {
        expect((await own.database.atOneMoment(verifyRatings)).differences).toEqual([]);
        await workbench.decay();
        done.reads += 1;
      }
    }

    await Promise.all([...Array.from({ length: submitters }, submitAll), correctSome(), readAll()]);
    await service.rate();
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
    const before = await exportFrom(workbench);
    const there = recordsIn(before).flatMap(({ kind, id }) => (kind === 'match' ? id : []));
    expect(there).toEqual(taken.filter((_, n) => !isVoid.has(n)).toSorted());
    if (own !== workbench) await own.database.close();
  });
});
