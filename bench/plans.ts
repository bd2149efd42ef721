// How PostgreSQL executes what a request asks: the plans of the statements that it sends.
import { Client } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

export type Sent = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
};

/**
 * The statements that node-postgres sends while the work is done in this process. With `undone`, the
 * transactions of the work end without a trace.
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  { undone = false } = {},
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const query = Client.prototype.query;
  Client.prototype.query = function (this: Client, ...given: never[]) {
    const [config] = given as unknown as [Partial<Sent> | string];
    if (typeof config === 'object' && config.text) {
      if (undone && config.text === 'commit') Object.assign(config, { text: 'rollback' });
      sent.push({ values: [], ...config, text: config.text });
    }
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  const isOfData = /^\s*(select|insert|update|delete|with)(?!.*advisory)/s;
  return sent.filter(({ text }) => isOfData.test(text));
}

/** A value as node-postgres sends it. */
function literal(value: unknown): string {
  const text: unknown = prepareValue(value);
  return text === null ? 'null' : `'${String(text).replaceAll("'", "''")}'`;
}

/**
 * The plans of statements that follow each other, with these values: the generic one of each that is prepared
 * under a name. Nothing of it stays; `before` is undone, too, and makes room for what they insert.
 */
export async function plansOf(
  client: Client,
  statements: readonly Sent[],
  before = 'select',
): Promise<string[]> {
  const plans: string[] = [];
  await client.query(`begin; ${before}`);
  try {
    for (const { text, values, name } of statements) {
      const mode = name ? 'force_generic_plan' : 'force_custom_plan';
      await client.query(`set local plan_cache_mode = ${mode}; prepare explained as ${text}`);
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const explain = `explain (analyze, buffers, costs off, timing off) execute explained${given}`;
      // The first time reads what isn't in memory yet.
      await client.query(`savepoint first; ${explain}; rollback to first`);
      const { rows } = await client.query(explain);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      await client.query('deallocate explained');
    }
  } finally {
    await client.query('rollback; deallocate all');
  }
  return plans;
}

/** More rows than any usual operation has to look at. */
const manyRows = 15_000;

/** The tables of which a plan reads many rows, whatever becomes of them. */
export function readsMuch(plan: string): string[] {
  const scan =
    /Scan(?: Backward)?(?: using \w+)? on (\w+)(?: \w+)? \(actual rows=([\d.]+) loops=(\d+)\)/;
  const read: { readonly table: string; readonly loops: number; rows: number }[] = [];
  for (const line of plan.split('\n')) {
    const [, table, rows, loops] = scan.exec(line) ?? [];
    const [, removed] = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line) ?? [];
    const last = read.at(-1);
    if (table) read.push({ table, loops: Number(loops), rows: Number(rows) * Number(loops) });
    else if (removed && last) last.rows += Number(removed) * last.loops;
  }
  return read.filter(({ rows }) => rows > manyRows).map(({ table }) => table);
}
