/** Records as a table for people, a column a member; a line that says so where there are none. */
export function table(records: readonly Record<string, unknown>[]): string {
  const [first] = records;
  if (!first) return 'None.';
  const names = Object.keys(first);
  const rows = [names, ...records.map((record) => names.map((name) => cell(record[name])))];
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
