// The rules of the house (docs/architecture.md), held over the source as it stands. Each is also shown
// a planted file that breaks it, so that a rule which can't fail would fail here.
import { describe, expect, test } from 'bun:test';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { Elysia } from 'elysia';
import { operationsOf } from '../shared/http/operation.ts';
import { api, documentAt, operations } from './support/document.ts';
import { type Import, type Source, scan, sourcesOf } from './support/scan.ts';

type Rule = {
  readonly name: string;
  /** What breaks the rule: each begins with the path of the file. */
  readonly broken: (sources: readonly Source[]) => string[];
  /** Whether tests and benchmarks keep it, too. */
  readonly everywhere?: true;
  /** Files that break it, as [path, text]. */
  readonly planted: readonly (readonly [path: string, text: string])[];
};

const product = sourcesOf('main.ts', 'build.ts', 'commands', 'modules', 'shared');
const tests = sourcesOf('tests', 'bench');

/** A rule about each file by itself; `check` gives what is wrong with it. */
function eachFile(
  check: (source: Source & ReturnType<typeof scan>) => readonly (string | false | undefined)[],
) {
  return (sources: readonly Source[]) =>
    sources.flatMap((source) =>
      check({ ...source, ...scan(source.text) }).flatMap((fault) =>
        fault ? [`${source.path}: ${fault}`] : [],
      ),
    );
}

/** A rule about each import; `target` is the path of a file of ours, undefined for a package. */
function eachImport(
  check: (path: string, target: string | undefined, found: Import) => string | false,
) {
  return eachFile(({ path, imports }) =>
    imports.map((found) => check(path, targetOf(path, found), found) || undefined),
  );
}

function targetOf(path: string, { specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined;
}

const moduleOf = (path: string) => /^modules\/(\w+)\//.exec(path)?.[1];

/** Which module calls which. */
const calls: Readonly<Record<string, readonly string[]>> = {
  auth: ['competitions'],
  competitions: ['venues'],
  players: ['venues'],
  matches: ['competitions', 'players', 'venues'],
  ratings: ['matches', 'players'],
  exchange: ['auth', 'competitions', 'matches', 'players', 'ratings', 'venues'],
};

/** Who stands above whom: nobody imports upwards. */
function floorOf(path: string): number {
  if (path === 'modules/app.ts') return 2;
  const floors = {
    shared: 0,
    modules: 1,
    commands: 3,
    'main.ts': 4,
    build: 5,
    tests: 5,
    bench: 5,
  };
  return Object.entries(floors).find(([place]) => path.startsWith(place))?.[1] ?? 0;
}

const pure = [
  'modules/matches/score.ts',
  'modules/matches/result.ts',
  'modules/players/availability.ts',
  'modules/players/starting-rating.ts',
  'modules/ratings/rating.ts',
  'modules/ratings/confidence.ts',
  'modules/ratings/explanation.ts',
  'modules/ratings/standing.ts',
  'modules/ratings/replay.ts',
];
/** What pure files may stand on. */
const pureGround = [...pure, 'shared/ids.ts', 'shared/time.ts'];

/** Whether what a pure file takes from a module's face comes from a pure file, too. */
function comesFromPure(
  sources: readonly Source[],
  face: string,
  names: readonly string[],
): boolean {
  const source = sources.find(({ path }) => path === face);
  if (!source) return false;
  const { imports } = scan(source.text);
  const given = imports.filter((found) => pure.includes(targetOf(face, found) ?? ''));
  return names.every((name) => given.some((found) => found.values.includes(name)));
}

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
        [...text.matchAll(/tableName: '(\w+)'|const (\w+) = defineEntity/g)].map(
          ([, table, entity]) => [table ?? entity ?? '', moduleOf(path) ?? ''],
        ),
      ),
  );
}

/** A statement that writes, be it text, built, or by an entity of a unit of work. */
const writing =
  /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?|\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsertRows\(\s*[\w.]+,\s*'(\w+)'|\bem\.\w+\(\s*([A-Z]\w+)/gi;
const building = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bem\.\w+\(/;

const isUnmarkedBuiltin = (specifier: string) =>
  builtinModules.includes(specifier) && !/^(node|bun)\b/.test(specifier);

const mostLines = 220;

const elysia = "import { Elysia } from 'elysia';\n";
const routing =
  /\.(get|post|put|patch|delete|head|options|all|route|mount|listen)\(\s*(['"`])(\/|\2)/;

/** Where routes are added: the operations of modules, and what is answered beside the API. */
const mayRoute =
  /^(modules\/\w+\/routes\.ts|modules\/auth\/token-endpoint\.ts|shared\/http\/(methods\.ts|pages\/.*))$/;

/** The documentation shows error bodies, and writes none. */
const describesErrors = /^shared\/http\/(openapi[\w-]*\.ts|pages\/)/;

const rules: readonly Rule[] = [
  {
    name: 'shared/ imports only shared/',
    broken: eachImport(
      (path, target, { specifier }) =>
        path.startsWith('shared/') &&
        target !== undefined &&
        !target.startsWith('shared/') &&
        !(path === 'shared/version.ts' && target === 'package.json') &&
        `imports ${specifier}`,
    ),
    planted: [
      ['shared/time.ts', "import { Venue } from '../modules/venues/index.ts';"],
      ['shared/log.ts', "import type { Context } from '../commands/program.ts';"],
    ],
  },
  {
    name: 'a module is imported only through its face',
    broken: eachImport((path, target, { specifier }) => {
      const other = moduleOf(target ?? '');
      const face = `modules/${other}/index.ts`;
      return (
        other !== undefined && moduleOf(path) !== other && target !== face && `imports ${specifier}`
      );
    }),
    planted: [
      ['modules/matches/service.ts', "import { findVenue } from '../venues/repository.ts';"],
      ['modules/app.ts', "export * from './auth/credentials.ts';"],
      ['commands/keys.ts', "const { hashSecret } = await import('../modules/auth/secret.ts');"],
    ],
  },
  {
    name: 'a module calls only those that the house lets it call',
    broken: eachImport((path, target, { specifier }) => {
      const [own, other] = [moduleOf(path), moduleOf(target ?? '')];
      if (!own || !other || own === other || calls[own]?.includes(other)) return false;
      return `imports ${specifier}`;
    }),
    planted: [
      ['modules/venues/routes.ts', "import type { Player } from '../players/index.ts';"],
      ['modules/players/service.ts', "import { createRatingRun } from '../ratings/index.ts';"],
      ['modules/matches/routes.ts', "import { createCredentials } from '../auth/index.ts';"],
    ],
  },
  {
    name: 'nobody imports upwards, so that only main.ts, commands/ and modules/app.ts see all modules',
    broken: eachImport(
      (path, target, { specifier }) =>
        target !== undefined && floorOf(target) > floorOf(path) && `imports ${specifier}`,
    ),
    planted: [
      ['modules/auth/service.ts', "import { createApp } from '../app.ts';"],
      ['modules/app.ts', "import { startService } from '../commands/serve.ts';"],
      ['commands/serve.ts', "import '../main.ts';"],
      ['shared/config.ts', "import { ids } from '../tests/support/city.ts';"],
    ],
  },
  {
    name: 'modules never see a terminal',
    broken: eachImport(
      (path, target, { specifier }) =>
        moduleOf(path) !== undefined &&
        target?.startsWith('shared/console/') === true &&
        `imports ${specifier}`,
    ),
    planted: [
      ['modules/auth/repository.ts', "import { table } from '../../shared/console/table.ts';"],
    ],
  },
  {
    name: 'another module’s tables are changed by events alone',
    broken(sources) {
      const owners = ownersOf(sources);
      return eachFile(({ path, text }) =>
        [...text.matchAll(writing)].map(([, ...found]) => {
          const table = found.find((name) => name !== undefined) ?? '';
          const owner = owners.get(table);
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
      ['modules/auth/repository.ts', 'em.assign(await em.findOneOrFail(Organizer, id), { name });'],
    ],
  },
  {
    name: 'rules are pure: they import no database, no clock, no HTTP',
    broken: (sources) =>
      sources
        .filter(({ path }) => pure.includes(path))
        .flatMap(({ path, text }) => {
          const { code, imports } = scan(text);
          const foreign = imports.filter((found) => {
            const target = targetOf(path, found);
            if (found.typeOnly || pureGround.includes(target ?? '')) return false;
            return !target?.endsWith('/index.ts') || !comesFromPure(sources, target, found.values);
          });
          const impure = code.match(
            /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\b(performance|process|crypto|console|fetch|setTimeout|setInterval|globalThis|Temporal\.Now)\b|\bMath\.random\b|\bawait\b/g,
          );
          return [
            ...foreign.map(({ specifier }) => `${path}: imports ${specifier}`),
            ...(impure ?? []).map((word) => `${path}: uses ${word}`),
          ];
        }),
    planted: [
      ['modules/ratings/rating.ts', 'export const now = () => Date.now();'],
      ['modules/ratings/confidence.ts', 'export const today = new Date();'],
      ['modules/players/availability.ts', 'export const luck = Math.random();'],
      ['modules/matches/score.ts', "import { sql } from 'kysely';"],
      ['modules/ratings/standing.ts', "import { pendingMatchIds } from '../matches/index.ts';"],
      ['modules/matches/result.ts', "import { problemAt } from '../../shared/problem.ts';"],
    ],
  },
  {
    name: 'each pure rule cites its clause',
    broken: eachFile(({ path, text }) => [
      pure.includes(path) && !/\brules \d/.test(text) ? 'cites none' : undefined,
    ]),
    planted: [['modules/ratings/rating.ts', '/** Half the confidence. */']],
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
  {
    name: 'Bun and Deno are named only in shared/runtime.ts',
    broken: eachFile(({ path, code, imports }) => {
      if (path === 'shared/runtime.ts') return [];
      const builtin = imports.find(({ specifier }) => /^bun(:|$)/.test(specifier));
      return [builtin && `imports ${builtin.specifier}`, /(?<!\.)\b(Bun|Deno)\b/.exec(code)?.[0]];
    }),
    planted: [
      ['shared/log.ts', 'await Bun.write(path, text);'],
      ['commands/serve.ts', 'const version = Deno.version;'],
      ['shared/database/lock.ts', "import { dlopen } from 'bun:ffi';"],
    ],
  },
  {
    everywhere: true,
    name: 'relative imports end in .ts, and Node’s built-ins are node:',
    broken: eachImport((_, target, { specifier }) => {
      const isFile = target !== undefined && !/\.(ts|json|ya?ml)$/.test(target);
      return (isFile || isUnmarkedBuiltin(specifier)) && `imports ${specifier}`;
    }),
    planted: [
      ['shared/log.ts', "import { utc } from './time';"],
      ['shared/log.ts', "export { utc } from './time.js';"],
      ['shared/log.ts', "import { join } from 'path';"],
      ['shared/log.ts', "const fs = await import('fs/promises');"],
    ],
  },
  {
    everywhere: true,
    name: 'exports have names',
    broken: eachFile(({ code }) => [/\bexport\s+default\b|\bas\s+default\b/.exec(code)?.[0]]),
    planted: [
      ['shared/log.ts', 'export default function log() {}'],
      ['shared/log.ts', 'export { log as default };'],
    ],
  },
  {
    name: 'types are neither any nor waved through by !',
    broken: eachFile(({ code }) => [/\bany\b/.exec(code)?.[0], /[\w)\]]!(?!=)/.exec(code)?.[0]]),
    planted: [
      ['shared/log.ts', 'export function log(entry: any) {}'],
      ['shared/log.ts', 'const first = list[0]!;'],
      ['shared/log.ts', 'const name = player!.name;'],
    ],
  },
  {
    name: 'product files have at most 220 lines',
    broken: eachFile(({ path, text }) => {
      const lines = text.split('\n').length - 1;
      const exempt = path.includes('/migrations/');
      return [!exempt && lines > mostLines ? `has ${lines} lines` : undefined];
    }),
    planted: [['shared/log.ts', 'export {};\n'.repeat(mostLines + 1)]],
  },
  {
    everywhere: true,
    name: 'names of files are kebab-case and say what is in them',
    broken: eachFile(({ path }) => [
      /(^|\/)(?!([a-z\d]+-)*[a-z\d]+(\.test)?\.ts$)[^/]*$/.test(path)
        ? 'is no kebab-case'
        : undefined,
      /\b(utils?|helpers?|common|managers?|misc)\b/.exec(path)?.[0],
    ]),
    planted: [
      ['shared/http/rateLimit.ts', ''],
      ['shared/Log.ts', ''],
      ['shared/string-utils.ts', ''],
      ['modules/auth/helpers/token.ts', ''],
      ['modules/auth/token-manager.ts', ''],
    ],
  },
  {
    name: 'operations are routes of a module’s routes.ts, and app.ts only composes',
    broken: eachFile(({ path, text, strings, imports }) => {
      if (!imports.some(({ specifier }) => specifier === 'elysia')) return [];
      const written = path === 'modules/app.ts' && strings.find((part) => /^\/v1\/\w/.test(part));
      return [written, !mayRoute.test(path) && routing.exec(text)?.[0]];
    }),
    planted: [
      ['modules/venues/service.ts', `${elysia}new Elysia().get('/venues', () => 'x');`],
      ['modules/venues/schema.ts', `${elysia}new Elysia({ prefix }).get('', () => 'x');`],
      ['modules/app.ts', `${elysia}app.post('/secret', () => 'x');`],
      ['modules/app.ts', `${elysia}for (const path of ['/v1/secret']) app.get(path, show);`],
    ],
  },
  {
    name: 'error bodies are written only by problems.ts and, for OAuth, by token-endpoint.ts',
    broken: eachFile(({ path, code, strings }) => {
      if (describesErrors.test(path)) return [];
      const isProblem = path === 'shared/http/problems.ts';
      const isOAuth = path === 'modules/auth/token-endpoint.ts';
      return [
        !isProblem && strings.some((text) => text.includes('application/problem+json'))
          ? 'names application/problem+json'
          : undefined,
        isOAuth ? undefined : /\berror_description\b/.exec(code)?.[0],
        isProblem || isOAuth
          ? undefined
          : /\b(?:new Response|Response\.json)\((?!null)[^;]*?\bstatus: [45]\d\d/.exec(code)?.[0],
      ];
    }),
    planted: [
      [
        'modules/venues/routes.ts',
        "const headers = { 'content-type': 'application/problem+json' };",
      ],
      ['shared/http/access.ts', 'const body = { error: code, error_description: text };'],
      ['modules/app.ts', "new Response('{}', { status: 404 });"],
      ['shared/http/methods.ts', 'Response.json({ title }, { status: 409 });'],
    ],
  },
];

describe('the house holds', () => {
  for (const { name, broken, planted, everywhere } of rules) {
    const sources = everywhere ? [...product, ...tests] : product;
    test(name, () => {
      expect(broken(sources)).toEqual([]);
      for (const [path, text] of planted) {
        const others = sources.filter((source) => source.path !== path);
        const faults = broken([...others, { path, text }]);
        expect(
          faults.filter((fault) => fault.includes(path)),
          `${path}: ${text}`,
        ).not.toBeEmpty();
      }
    });
  }
});

test('every operation is in the OpenAPI document, and nothing else but the token endpoint', () => {
  const documented = Object.entries(documentAt('http://localhost:3000').paths).flatMap(
    ([path, item]) =>
      Object.keys(item)
        .filter((key) => /^(get|post|put|patch|delete)$/.test(key))
        .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  const given = api.routes.map(({ method, path }) => `${method} ${path.replace('/v1', '')}`);
  expect(given).toHaveLength(12);
  expect([...given, 'POST /oauth/token'].toSorted()).toEqual(documented.toSorted());
  expect(operations).toHaveLength(given.length);
});

test('an operation that isn’t described can’t be served', () => {
  const described = { operationId: 'getSecret' };
  for (const detail of [undefined, described]) {
    const more = new Elysia({ prefix: '/v1' }).get('/secret', () => 'x', {
      ...(detail && { detail }),
    });
    expect(() => operationsOf(more)).toThrow('GET /v1/secret is not described.');
  }
});
