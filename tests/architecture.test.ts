// The rules of the house (docs/architecture.md), held over the source as it stands. Each is also shown
// a planted file that breaks it, so that a rule which can't fail would fail here.
import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { operationsOf } from '../shared/http/operation.ts';
import { borders } from './architecture/borders.ts';
import { form } from './architecture/form.ts';
import { http } from './architecture/http.ts';
import { purity } from './architecture/purity.ts';
import { statements } from './architecture/statements.ts';
import { api, documentAt, operations } from './support/document.ts';
import { sourcesOf } from './support/scan.ts';

const product = sourcesOf('main.ts', 'build.ts', 'commands', 'modules', 'shared');
const beside = sourcesOf('clients', 'tests', 'bench');

describe('the house holds', () => {
  for (const { name, broken, planted, everywhere } of [
    ...borders,
    ...statements,
    ...purity,
    ...form,
    ...http,
  ]) {
    const sources = everywhere ? [...product, ...beside] : product;
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
