/** Records as a table for people, a column a member; a line that says so where there are none. */
export function table(records: readonly Readonly<Record<string, string>>[]): string {
  const [first] = records;
  if (!first) return 'None.';
  const names = Object.keys(first);
  const rows = [names, ...records.map((record) => names.map((name) => record[name] ?? ''))];
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
