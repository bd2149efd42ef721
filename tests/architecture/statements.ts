import type { Source } from '../support/scan.ts';
import { eachFile, moduleOf, type Rule } from './rule.ts';

const mayHoldSql = (path: string) =>
  /(^|[/-])repository\.ts$/.test(path) || path.startsWith('shared/database/');
const statement =
  /\b(select\s[\s\S]*\bfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|set\s+transaction\b|(create|alter|drop)\s+table\s)/i;

/** The tables of each module and the names of their entities. */
function ownersOf(sources: readonly Source[]): Map<string, string> {
  return new Map(
    sources
      .filter(({ path }) => path.endsWith('/entity.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(?<=defineEntity\(\{\s+)name: '(\w+)'|const (\w+) = defineEntity/g)].map(
          ([, table, entity]) => [table ?? entity ?? '', moduleOf(path) ?? ''],
        ),
      ),
  );
}

/** A statement that writes, be it text, built, or by an entity of a unit of work. */
const writing =
  /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?|\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:insert|update)Rows\(\s*[\w.]+,\s*'(\w+)'|\bem\.\w+\(\s*([A-Z]\w+)/gi;
const building = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bem\.\w+\(/;

/** Where data is read and changed. */
export const statements: readonly Rule[] = [
  {
    name: 'another module’s tables are changed by events alone',
    broken(sources) {
      const owners = ownersOf(sources);
      return eachFile(({ path, text }) =>
        [...text.matchAll(writing)].map(([, ...found]) => {
          const table = found.find((name) => name !== undefined) ?? '';
          const owner = owners.get(table);
          if (path.startsWith('shared/database/migrations/')) return undefined;
          return owner !== undefined && owner !== moduleOf(path) ? `changes ${table}` : undefined;
        }),
      )(sources);
    },
    planted: [
      [
        'modules/ratings/repository.ts',
        "const rate = sql`update match set rating_status = 'rated' where true`;",
      ],
      ['modules/players/repository.ts', 'const forget = sql`delete from rating where true`;'],
      ['modules/matches/key-repository.ts', 'sql`insert into player (id) select 1`;'],
      ['modules/ratings/repository.ts', "db.updateTable('match').set({ rating_status });"],
      ['modules/players/repository.ts', "insertRows(db, 'rating', rows);"],
      ['modules/players/repository.ts', "updateRows(db, 'rating', ['player_id'], rows);"],
      ['modules/auth/repository.ts', 'em.assign(await em.findOneOrFail(Organizer, id), { name });'],
    ],
  },
  {
    name: 'SQL stands only in repositories and shared/database',
    broken: eachFile(({ path, code, strings, imports }) => {
      if (mayHoldSql(path)) return [];
      const taken = imports.find(({ specifier, values }) =>
        specifier === 'kysely' ? values.length > 0 : values.includes('sql'),
      );
      const texts = path.endsWith('/entity.ts')
        ? []
        : strings.filter((text) => statement.test(text));
      return [
        taken && `imports ${taken.specifier}`,
        path.startsWith('modules/') && building.exec(code)?.[0],
        /\bem\.execute\(|\.addSql\(|\bsql`|\bsql\.raw\(/.exec(code)?.[0],
        ...texts.map((text) => `holds the statement ${JSON.stringify(text.slice(0, 60))}`),
      ];
    }),
    planted: [
      ['commands/export.ts', "import { sql } from 'kysely';"],
      ['modules/venues/service.ts', 'em.execute(`select id\n from venue`);'],
      ['modules/venues/suggestions.ts', "db.selectFrom('venue').select('id');"],
      ['modules/venues/change.ts', 'em.remove(venue);'],
      ['modules/venues/routes.ts', "const text = 'delete from venue';"],
    ],
  },
];
