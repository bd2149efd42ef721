import { expect, test } from 'bun:test';
import { fingerprint } from '../../modules/matches/idempotency.ts';

// Fingerprints are stored: a body that is sent again after an upgrade must have the one it had.
test.each([
  [
    '{"status":"completed","score":{"sets":[{"games":[6,4]},{"games":[7,6],"tiebreak":[7,5]}]},"court_number":2.0,"winner_id":null}',
    'EMq5CeTqsEVIlSIklwk_IFGGQOnTzoG6LdncyPbeybA',
  ],
  [
    '{"10":-0,"9":1e21,"é":"\\u20ac","\\ud83d\\ude00":[true,false,{}]}',
    'tpYZQ45DSeCx-_YhdHFIYcBOyTbxXHyDpjYLP-7NJjA',
  ],
  ['"text"', 'Hh0PJR06dvorG_yBFkB4VyYjQDiH2wKYi1BLBJLp8HY'],
])('the fingerprint of %s stays what it was', (body, stored) => {
  expect(fingerprint(JSON.parse(body))).toBe(stored);
});
