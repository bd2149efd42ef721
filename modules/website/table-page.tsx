/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { Page } from './page.tsx';
import { type List, Pages, pageOfList } from './paging.tsx';
import { Columns } from './parts.tsx';
import type { Visit } from './visit.ts';

type Table<Row> = Omit<List<Row>, 'visit' | 'size'> & {
  readonly columns: readonly string[];
  readonly row: (row: Row) => VNode;
};

/** A page that is a list, as a table of the class `name`; `none` is shown if it is empty. */
export async function tablePage<Row>(
  name: 'competitions' | 'venues',
  visit: Visit,
  none: string,
  { columns, row, ...list }: Table<Row>,
) {
  const { rows, ...pages } = await pageOfList({ ...list, visit, size: 50 });
  return (
    <Page visit={visit} title={visit.words[name]}>
      <h1>{visit.words[name]}</h1>
      {rows.length === 0 && !pages.first && <p>{none}</p>}
      <table class={name} hidden={rows.length === 0}>
        <Columns names={columns} />
        <tbody>{rows.map(row)}</tbody>
      </table>
      <Pages visit={visit} page={pages} />
    </Page>
  );
}
