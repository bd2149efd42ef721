import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { openApiFile, openApiText } from '../../docs/openapi.ts';

test('docs/openapi.json is the document of the code as it stands (or: bun run openapi)', () => {
  expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
});
