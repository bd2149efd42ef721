// The rounds of a contest: each drives the floor and the service in turn with the same requests.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { client } from './city.ts';
import type { Contest } from './contest.ts';
import { drive, type Measurement, type Target } from './drive.ts';
import { headersWith, type Operation, rightAnswers } from './operations.ts';

type Plan = {
  /** For the files that wrk reads. */
  readonly folder: string;
  readonly operations: readonly Operation[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
};

/** The rounds of one operation with so many connections, of each server. */
export type Result = {
  readonly operation: string;
  readonly connections: number;
  readonly floor: readonly Measurement[];
  readonly service: readonly Measurement[];
};

/** Measures each operation with each number of connections, after a round to warm up. */
export async function* measure(
  { floor, service }: Contest,
  { folder, operations, connections, rounds, seconds }: Plan,
): AsyncGenerator<Result> {
  const bearer = await token(service);
  const headers = await written(
    'headers',
    Object.entries(headersWith(bearer)).map(([name, value]) => `${name}: ${value}`),
  );
  let number = 0;
  for (const operation of operations) {
    const right = await rightAnswers([floor.port, service.port], operation, bearer);
    const requests = await written('requests', operation.requests);
    const loads = {
      floor: { requests, headers, answers: await written('answers-of-floor', right[0]) },
      service: { requests, headers, answers: await written('answers-of-service', right[1]) },
    };
    for (const count of connections) {
      const measured: { floor: Measurement[]; service: Measurement[] } = { floor: [], service: [] };
      for (let round = 0; round <= rounds; round += 1) {
        number += 1;
        const how = { connections: count, seconds, number };
        measured.floor[round] = await drive(floor, loads.floor, how);
        measured.service[round] = await drive(service, loads.service, how);
      }
      yield {
        operation: operation.name,
        connections: count,
        floor: measured.floor.slice(1),
        service: measured.service.slice(1),
      };
    }
  }

  async function written(name: string, lines: readonly string[]): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, `${lines.join('\n')}\n`);
    return path;
  }
}

async function token({ port }: Target): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return v.parse(v.object({ access_token: v.string() }), await answer.json()).access_token;
}
