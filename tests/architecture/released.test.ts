// Databases out there have run the released migrations: a change of one would reach new databases alone.
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../shared/database/migrations/index.ts';

/** The SHA-256 of each migration's file. A release adds its new ones; none ever changes. */
const released: Readonly<Record<string, string>> = {
  '0001-schema': 'b901e8e3a482094f159dbe40db9a8c2bb8efd269e34029c34fa9456ec0e49d52',
};

test('released migrations stay as they are, and come first', () => {
  const names = migrations.map(({ name }) => name);
  expect(names.slice(0, Object.keys(released).length)).toEqual(Object.keys(released));
  const folder = join(import.meta.dirname, '../../shared/database/migrations');
  const hashes = Object.keys(released).map((name) => {
    const text = readFileSync(join(folder, `${name}.ts`));
    return [name, createHash('sha256').update(text).digest('hex')];
  });
  expect(Object.fromEntries(hashes)).toEqual(released);
});
