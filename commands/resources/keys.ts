import {
  changeKeyHash,
  type KeyRecord,
  keyKind,
  listKeys,
  newSecret,
  revokeKey,
} from '../../modules/auth/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { needed } from '../../shared/exchange/field.ts';
import type { Resource } from './resource.ts';

const newKey = () => newSecret('trk_');

/** API keys. */
export const keys: Resource<KeyRecord> = {
  kind: keyKind,
  name: 'keys',
  about: 'API keys that read',
  fields: [needed('--label <label>', 'label', 'who uses it, unique among the keys in use')],
  fresh: () => ({ key: newKey() }),
  examples: ["--label 'club website'", "'club website'", "--label 'new website'"],
  all,
  async shown(db, name) {
    const found = (await all(db)).filter(({ id, label }) => id === name || label === name);
    return found.find(({ revoked_at }) => !revoked_at) ?? found.at(-1);
  },
  secret: {
    member: 'key',
    takes: '<label-or-id>',
    abouts: {
      add: 'make an API key; it is shown only now',
      update: 'give an API key another label',
      rotate: 'make a new key under the same label and id; it is shown only now',
      revoke: 'end an API key',
    },
    make: newKey,
    named: ({ id, label }) => ({ id, label }),
    rotate: changeKeyHash,
    revoke: revokeKey,
  },
};

/** All keys, revoked ones too, without their hashes. */
async function all(db: Db) {
  return (await listKeys(db)).map(({ key_hash: _, former_hash: __, ...key }) => key);
}
