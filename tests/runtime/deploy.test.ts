// What deploy/ says of the program agrees with it. No engine, systemd or Caddy is needed for that.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticeMs, shutdownDeadlineMs } from '../../commands/shutdown.ts';
import compose from '../../docker-compose.yml';
import manifest from '../../package.json' with { type: 'json' };
import { describeSettings } from '../../shared/config.ts';
import { idleSeconds } from '../../shared/runtime.ts';
import { sourcesOf } from '../support/scan.ts';
import { root } from './programs.ts';

const fileOf = (name: string) => readFileSync(join(root, name), 'utf8');
const dockerfile = fileOf('deploy/Dockerfile');
const unit = fileOf('deploy/tennis.service');
const caddyfile = fileOf('deploy/Caddyfile');
const guide = fileOf('deploy/README.md');
const settings = describeSettings({}).map(({ name }) => name);

/** What the pattern's group holds, wherever it occurs. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** The values of `NAME=value` after a keyword such as ENV or Environment=. */
function variables(text: string, keyword: RegExp): Map<string, string> {
  const lines = all(text, new RegExp(`${keyword.source}(.*)$`, 'gm'));
  const pairs = lines.flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
  return new Map(
    pairs
      .filter(([name = '']) => !isOfEngine.test(name))
      .map(([name = '', value = '']) => [name, value]),
  );
}

/** What Bun reads, and not the program. */
const isOfEngine = /^(BUN|MIMALLOC)_|^\\?$/;

const image = variables(dockerfile, /^ENV /);
const service = variables(unit, /^Environment=/);
const container: Record<string, string> = compose.services.tennis.environment;

test.each([
  ['the image', [...image.keys()]],
  ['docker-compose.yml', Object.keys(container)],
  ['the unit', [...service.keys()]],
  [
    'the guide',
    all(guide, /\b(?:'|\\n|`| )([A-Z]+_[A-Z_]+)=/g).filter((n) => !/^POSTGRES_/.test(n)),
  ],
])('every variable that %s sets is a setting', (_, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(settings).toEqual(expect.arrayContaining(names));
});

describe('the image', () => {
  test('is built on the Bun that the tests run on, from files that its context holds', () => {
    expect(all(dockerfile, /^FROM oven\/bun:([\d.]+)/gm)).toEqual([
      manifest.devDependencies['bun-types'],
    ]);
    const sources = all(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((list) =>
      list.split(' '),
    );
    for (const name of ['build.ts', 'main.ts', 'commands', 'modules', 'release', 'shared']) {
      expect(sources).toContain(name);
    }
    // What stands in no folder of the source, such as a page of the documentation.
    const texts = sourcesOf('modules', 'shared').flatMap(({ text }) =>
      all(text, /from '(?:\.\.\/)+(docs\/[^']+)'/g),
    );
    expect(texts.length).toBeGreaterThan(1);
    expect(sources).toEqual(expect.arrayContaining(texts));
    const ignored = fileOf('.dockerignore').split('\n');
    const isIgnored = (name: string) => ignored.some((path) => `${name}/`.startsWith(`${path}/`));
    for (const name of sources) {
      expect([name, existsSync(join(root, name)), isIgnored(name)]).toEqual([name, true, false]);
    }
  });

  test('runs as a user of its own, and says by /readyz how it is', () => {
    expect(all(dockerfile, /^USER (.*)$/gm)).toEqual(['10001:10001']);
    expect(dockerfile).toMatch(/^HEALTHCHECK [^#]*\/readyz/m);
    expect(compose.services.tennis).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  test('keeps its data in a volume', () => {
    const data = image.get('DATA_DIR');
    expect(all(dockerfile, /^VOLUME (.*)$/gm)).toEqual([`${data}`]);
    expect(compose.services.tennis.volumes).toEqual([`tennis:${data}`]);
    expect(container.DATA_DIR).toBe(data);
    expect(container.BACKUP_DIR).toBe(`\${BACKUP_DIR-${data}/backups}`);
  });
});

test('docker-compose.yml passes every setting, and fixes only what its own parts rest on', () => {
  expect(Object.keys(container).toSorted()).toEqual(settings.toSorted());
  const passed = settings.filter((name) => container[name]?.startsWith(`\${${name}`));
  const fixed = settings.filter((name) => !passed.includes(name));
  expect(fixed.toSorted()).toEqual(['DATABASE_URL', 'DATA_DIR', 'HOST']);
  const port = container.PORT;
  expect(compose.services.tennis.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});

test('the unit runs the binary that the guide installs, in the folder that it may write', () => {
  const [binary = ''] = all(unit, /^ExecStart=(\S+) serve$/gm);
  expect(guide).toContain(`sudo install tennis ${binary}\n`);
  const folder = `/var/lib/${all(unit, /^StateDirectory=(.*)$/gm)}`;
  for (const path of service.values()) expect(path).toStartWith(`${folder}/`);
  expect(guide).toContain(`DATA_DIR=${service.get('DATA_DIR')} tennis`);
  const [user] = all(unit, /^User=(.*)$/gm);
  expect(guide).toMatch(new RegExp(`useradd .* ${user}\n`));
});

test('nobody in front of the service is less patient than its end takes', () => {
  const graces = [
    ...all(unit, /^TimeoutStopSec=(\d+)$/gm),
    compose.services.tennis.stop_grace_period,
  ];
  expect(graces).toHaveLength(2);
  for (const grace of graces)
    expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(shutdownDeadlineMs);
  const [interval] = all(caddyfile, /health_interval (\d+)ms/g);
  expect(caddyfile).toMatch(/health_uri \/readyz$/m);
  // Without it, Caddy 2.6 keeps only GET waiting.
  expect(caddyfile).toMatch(/lb_retry_match \{\n\t+method GET HEAD POST OPTIONS\n/);
  expect(caddyfile).toMatch(/^\theader Strict-Transport-Security "max-age=31536000"$/m);
  expect(Number(interval)).toBeLessThan(noticeMs);
  // It counts what clients break off: one of them could shut out all others.
  expect(caddyfile).not.toMatch(/^\t+fail_duration/m);
  const [triesSeconds] = all(caddyfile, /^\t+lb_try_duration (\d+)s$/gm);
  const [waitsSeconds] = all(caddyfile, /^\t+response_header_timeout (\d+)s$/gm);
  expect(Number(waitsSeconds)).toBeGreaterThan(Number(triesSeconds));
  const [keptSeconds] = all(caddyfile, /^\t+keepalive (\d+)s$/gm);
  expect(Number(keptSeconds)).toBeLessThan(idleSeconds);
  expect(caddyfile).toMatch(/^\thandle_errors \{\n\t\theader Retry-After \d$/m);
});
