import { eachImport, moduleOf, type Rule } from './rule.ts';

/** Which module calls which. */
const calls: Readonly<Record<string, readonly string[]>> = {
  auth: ['audit', 'competitions'],
  competitions: ['audit', 'venues'],
  players: ['audit', 'venues'],
  matches: ['audit', 'competitions', 'players', 'runs', 'venues'],
  ratings: ['audit', 'matches', 'players', 'runs'],
  quality: ['competitions', 'matches', 'players', 'ratings'],
  exchange: ['audit', 'auth', 'competitions', 'matches', 'players', 'ratings', 'runs', 'venues'],
  venues: ['audit'],
  desk: [
    ...['audit', 'auth', 'competitions', 'exchange', 'matches', 'players', 'ratings', 'venues'],
    'website',
  ],
  website: ['competitions', 'matches', 'players', 'quality', 'ratings', 'venues'],
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
    clients: 5,
    tests: 5,
    bench: 5,
  };
  return Object.entries(floors).find(([place]) => path.startsWith(place))?.[1] ?? 0;
}

/** Who may import whom. */
export const borders: readonly Rule[] = [
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
    everywhere: true,
    name: 'a client is a package of its own, with nothing of ours and no other package',
    broken: eachImport(
      (path, target, { specifier }) =>
        path.startsWith('clients/') && !target?.startsWith('clients/') && `imports ${specifier}`,
    ),
    planted: [
      ['clients/typescript/ids.ts', "import { newId } from '../../shared/ids.ts';"],
      ['clients/typescript/fetch.ts', "import createClient from 'openapi-fetch';"],
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
];
