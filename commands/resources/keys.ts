import { keyKind } from '../../modules/auth/index.ts';
import { needed } from '../../shared/exchange/field.ts';
import { credential } from './credential.ts';

export const keys = credential(keyKind, {
  name: 'keys',
  about: 'API keys that read',
  takes: '<label-or-id>',
  fields: [needed('--label <label>', 'label', 'who uses it, unique among the keys in use')],
  examples: ["--label 'club website'", "'club website'", "--label 'new website'"],
  abouts: {
    add: 'make an API key; it is shown only once',
    update: 'give an API key another label',
    rotate: 'make a new key under the same label and id; it is shown only once',
    revoke: 'end an API key',
  },
});
