// A file system that can't sync a folder, which would make every nightly backup a failed one.
import { expect, test } from 'bun:test';
import { sync, syncNames } from '../../shared/files.ts';

test('names are synced where that is possible, and any other failure is told', () => {
  const device = '/dev/null'; // whose fsync says EINVAL, as that of a folder on such a file system
  expect(() => sync(device)).toThrow('EINVAL');
  expect(() => syncNames(device)).not.toThrow();
  expect(() => syncNames('/nowhere')).toThrow('ENOENT');
});
