// How PostgreSQL executes what a request asks: the plans of the statements that it sends.
import { Client } from 'pg';

export type Sent = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
};

/** The statements that node-postgres sends while the work is done in this process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const query = Client.prototype.query;
  Client.prototype.query = function (this: Client, ...given: never[]) {
    const [config] = given as unknown as [Partial<Sent>];
    if (config.text !== undefined) sent.push({ values: [], ...config, text: config.text });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  return sent;
}

const literal = (value: unknown) =>
  value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;

/** The plan of a statement with these values: the generic one, if it is prepared under a name. */
export async function planOf(client: Client, { text, values, name }: Sent): Promise<string> {
  const mode = name ? 'force_generic_plan' : 'force_custom_plan';
  await client.query('begin');
  try {
    await client.query(`set local plan_cache_mode = ${mode}; prepare explained as ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const explain = `explain (analyze, buffers, costs off, timing off) execute explained${given}`;
    await client.query(explain); // reads what isn't in memory yet
    const { rows } = await client.query(explain);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback; deallocate all');
  }
}

/** The big tables that a plan reads from end to end. */
export function readsWhole(plan: string): string[] {
  const big =
    /Seq Scan on (player|player_time|player_name|player_venue|match|rating|rating_history|competition|competition_venue|audit_entry|submission_key)\b/g;
  return [...plan.matchAll(big)].map(([, table = '']) => table);
}
