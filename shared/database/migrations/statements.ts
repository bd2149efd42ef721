import { Migration } from '@mikro-orm/migrations';

/** A migration that runs the statements one after the other: the embedded database takes one a call. */
export function migration(name: string, ...statements: readonly string[]) {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        for (const statement of statements) this.addSql(statement);
      }
    },
  };
}

/** Splits a text into statements. */
export function statementsOf(text: string): string[] {
  return text
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
