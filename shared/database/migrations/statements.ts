/** The statements of a text, one a call: the embedded database takes no more at a time. */
export function statementsOf(text: string): string[] {
  return text
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
