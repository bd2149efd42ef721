import { describe, expect, test } from 'bun:test';
import { type Answer, contradictions } from '../support/contract.ts';
import { at, documentAt } from '../support/document.ts';

// That no answer of any test contradicts the document is shown by tests/support/contract.ts, through
// which all of them come. Here it is shown that it would notice.
const document = documentAt('http://localhost:3000');
const player = Object(at(document, 'components', 'schemas', 'Player', 'example'));
const problem = (type: string) => Object(at(document, 'components', 'examples', type, 'value'));

const limits = { RateLimit: '"default";r=59;t=60', 'RateLimit-Policy': '"default";q=60;w=60' };
const json = { 'content-type': 'application/json' };
const problemJson = { 'content-type': 'application/problem+json' };

function answer(
  body: unknown,
  headers: Record<string, string>,
  more: Partial<Answer> = {},
): Answer {
  const path = `/v1/players/${player.id}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = new Headers(headers);
  return { method: 'GET', path, status: 200, headers: sent, body: text, ...more };
}

const { id: _, ...nameless } = player;
const notFound = { ...problem('not-found'), instance: `/v1/players/${player.id}` };
const created = { method: 'POST', path: '/v1/matches', status: 201 };
const match = at(document, 'components', 'schemas', 'Match', 'example');
const Location = 'http://localhost:3000/v1/matches/mat_6n1t5k8v3h';
const token = { method: 'POST', path: '/oauth/token', status: 400 };
const wrongMethod = { ...problem('method-not-allowed'), instance: '/v1/venues' };

describe('an answer that the document describes is accepted', () => {
  test.each<[string, Answer]>([
    ['a player', answer(player, { ...json, ...limits })],
    ['a player by HEAD', answer('', { ...json, ...limits }, { method: 'HEAD' })],
    ['OPTIONS', answer('', { allow: 'GET' }, { method: 'OPTIONS', status: 204 })],
    ['a match', answer(match, { ...json, ...limits, Location }, created)],
    ['an error', answer(notFound, { ...problemJson, ...limits }, { status: 404 })],
    [
      'an error of the token endpoint',
      answer({ error: 'invalid_scope' }, { ...json, ...limits }, token),
    ],
    [
      'a method that is not described',
      answer(
        wrongMethod,
        { ...problemJson, ...limits, Allow: 'GET' },
        {
          method: 'PUT',
          path: '/v1/venues',
          status: 405,
        },
      ),
    ],
  ])('%s', (_name, good) => {
    expect(contradictions(good)).toEqual([]);
  });
});

describe('an answer contradicts the document', () => {
  test.each<[string, Answer, string]>([
    ['with an unknown member', answer({ ...player, age: 30 }, { ...json, ...limits }), 'age'],
    [
      'with an unknown member further in',
      answer({ ...player, rating: { ...player.rating, level: 3 } }, { ...json, ...limits }),
      'level',
    ],
    ['without a member', answer(nameless, { ...json, ...limits }), 'id'],
    ['with a member of another type', answer({ ...player, id: 7 }, { ...json, ...limits }), '/id'],
    [
      'with a date-time that is none',
      answer({ ...player, created_at: '2026-02-30T10:00:00Z' }, { ...json, ...limits }),
      '/created_at',
    ],
    ['with another media type', answer(player, { ...problemJson, ...limits }), 'content-type'],
    ['without a header', answer(match, { ...json, ...limits }, created), 'Location is missing'],
    [
      'with a header of another form',
      answer(match, { ...json, ...limits, Location: 'there' }, created),
      'Location',
    ],
    [
      'with a header that is not listed',
      answer(player, { ...json, ...limits, 'Retry-After': '3' }),
      'Retry-After',
    ],
    [
      'with a status that is not listed',
      answer(player, { ...json, ...limits }, { status: 202 }),
      '202',
    ],
    [
      'that is the error of another operation',
      answer(
        { ...notFound, ...problem('duplicate-match') },
        { ...problemJson, ...limits },
        { status: 404 },
      ),
      'duplicate-match',
    ],
    [
      'that is an error with another title',
      answer({ ...notFound, title: 'Gone' }, { ...problemJson, ...limits }, { status: 404 }),
      'title',
    ],
    [
      'that is an error of another request',
      answer(
        problem('not-found'),
        { ...problemJson, ...limits },
        { status: 404, path: '/v1/venues/ven_2h7v4n9b5s' },
      ),
      'instance',
    ],
    [
      'of the token endpoint with another code',
      answer({ error: 'invalid_client' }, { ...json, ...limits }, token),
      'invalid_client',
    ],
    [
      'of the token endpoint with a problem document',
      answer(notFound, { ...problemJson, ...limits }, token),
      'content-type',
    ],
    ['with a body to HEAD', answer(player, { ...json, ...limits }, { method: 'HEAD' }), 'HEAD'],
  ])('%s', (_name, bad, fault) => {
    expect(contradictions(bad).join('; ')).toContain(fault);
  });
});
