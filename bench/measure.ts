// The rounds of a contest: each drives the floor and the service in turn with the same requests.
import { seasonKey } from './city.ts';
import type { Contest } from './contest.ts';
import { drive, type Measurement } from './drive.ts';
import { answersOf, newToken, type Operation, requireEqual, writeLoad } from './operations.ts';

type Plan = {
  /** For the files that wrk reads. */
  readonly folder: string;
  readonly operations: readonly Operation[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
};

/** The rounds of one operation with that many connections, by server. */
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
  const callers = { keys: [seasonKey], tokens: [await newToken(service.port)] };
  let number = 0;
  for (const operation of operations) {
    const ofFloor = await answersOf(floor.port, operation, callers);
    const ofService = await answersOf(service.port, operation, callers);
    requireEqual(operation, ofFloor, ofService);
    const rivals = {
      floor: { target: floor, load: await writeLoad(folder, 'floor', operation, callers, ofFloor) },
      service: {
        target: service,
        load: await writeLoad(folder, 'service', operation, callers, ofService),
      },
    };
    for (const count of connections) {
      const measured: { floor: Measurement[]; service: Measurement[] } = { floor: [], service: [] };
      for (let round = 0; round <= rounds; round += 1) {
        number += 1;
        const how = { connections: count, seconds, number };
        // In turn: whoever comes second meets what the first one left to write.
        const order = round % 2 ? (['floor', 'service'] as const) : (['service', 'floor'] as const);
        for (const name of order) {
          const { target, load } = rivals[name];
          const measurement = await drive([target], load, how);
          if (round > 0) measured[name].push(measurement); // the first round warms up
        }
      }
      yield { operation: operation.name, connections: count, ...measured };
    }
  }
}
