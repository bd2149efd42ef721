import { createDraw } from '../ratings/random-season.ts';
import { audit } from './audit.ts';
import { beginWith, type Loaded, runCycle, settleAll } from './cycle.ts';
import { type Fault, type Ledger, wrong } from './ledger.ts';
import { type Kind, type Places, program } from './places.ts';
import type { StepName } from './steps.ts';

/**
 * The steps in the order in which cycles take them; `any` is a kill at a random moment. First all of
 * them, then, as those with a database of their own take long, more often the others.
 */
const quick = ['submission', 'rating', 'any', 'decay', 'import', 'backup', 'restart'] as const;
const order: readonly (StepName | 'any')[] = [
  ...([...quick, 'migration', 'restore', 'first start'] as const),
  ...Array.from({ length: 5 }, () => quick).flat(),
];

/** After so many cycles everything is read, and after so many the database is given up. */
const auditEvery = 25;
const cyclesEach = 200;

export type Tally = {
  cycles: number;
  /** One a database. */
  readonly ledgers: Ledger[];
  /** How often each step was struck. */
  readonly struck: Map<string, number>;
  readonly faults: Fault[];
};

export type Campaign = {
  readonly tally: Tally;
  /** Kills once and checks what the last cycle left; the number decides how, and where, unless told. */
  cycle(number: number, step?: StepName | 'any'): Promise<void>;
  /** Reads everything a last time. */
  end(): Promise<void>;
};

/** Kills the program again and again; the seed decides where, as far as time lets it. */
export function createCampaign(kind: Kind, places: Places, seed: number): Campaign {
  const tally: Tally = { cycles: 0, ledgers: [], struck: new Map(), faults: [] };
  const { ledgers, struck, faults } = tally;
  let loaded: Loaded | undefined;

  /** Reads all of the database by plain SQL, and lets the program verify it, too. */
  async function auditAll({ place, ledger }: Loaded): Promise<void> {
    faults.push(...(await place.read((select) => audit(select, ledger))));
    const { status, out, err } = await program.run(['ratings', 'verify'], place.settings);
    if (status !== 0) faults.push(wrong(`ratings verify: ${out}${err}`));
  }

  async function giveUp(): Promise<void> {
    if (!loaded) return;
    faults.push(...(await settleAll(loaded, createDraw(seed))));
    await auditAll(loaded);
    await loaded.place.drop();
    loaded = undefined;
  }

  return {
    tally,
    end: giveUp,
    async cycle(number, told) {
      const step = told ?? order[number % order.length] ?? 'any';
      if (!loaded) {
        loaded = await beginWith(kind, places);
        ledgers.push(loaded.ledger);
      }
      const result = await runCycle(loaded, step, createDraw(seed * 1_000_003 + number));
      faults.push(...result.faults);
      if (result.wasStruck) struck.set(step, (struck.get(step) ?? 0) + 1);
      tally.cycles += 1;
      if (tally.cycles % cyclesEach === 0) await giveUp();
      else if (tally.cycles % auditEvery === 0) await auditAll(loaded);
    },
  };
}
