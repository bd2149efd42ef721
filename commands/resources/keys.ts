import * as v from 'valibot';
import {
  issueKey,
  LabelSchema,
  listKeys,
  renameKey,
  revokeKey,
  rotateKey,
  takenKeys,
} from '../../modules/auth/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { credentialsCommand } from './credentials.ts';
import { addFlags, type Flag, type Options, readRecord, wrongOption } from './record.ts';

const label: Flag = {
  name: '--label <label>',
  member: 'label',
  needed: true,
  help: 'who uses it, unique among the keys in use',
};

/** API keys. */
export const keys = credentialsCommand({
  name: 'keys',
  about: 'API keys that read',
  words: ['API key', '<label-or-id>', "'club website'"],
  abouts: {
    rotate: 'make a new key under the same label and id; it is shown only now',
    revoke: 'end an API key',
  },
  add: {
    about: 'make an API key; it is shown only now',
    options: (command) => addFlags(command, [label], true),
    example: "--label 'club website'",
    run: async (tx, options, at) => issueKey(tx, await freeLabel(tx.db, options), at),
  },
  update: {
    about: 'give an API key another label',
    options: (command) => addFlags(command, [label], true),
    example: "--label 'new website'",
    run: async (tx, name, options) => renameKey(tx.db, name, await freeLabel(tx.db, options)),
  },
  rotate: rotateKey,
  revoke: (tx, name, at) => revokeKey(tx.db, name, at),
  all: listKeys,
  bears: (key, name) => key.id === name || key.label === name,
  shown: ({ key_hash: _, former_hash: __, ...key }) => key,
  revoked: ({ id, label, revoked_at }) => ({ id, label, revoked_at }),
});

async function freeLabel(on: Db, options: Options): Promise<string> {
  const { label: given } = readRecord(v.object({ label: LabelSchema }), [label], options);
  const taken = await takenKeys(on, { hashes: [], labels: [given] });
  if (taken.length === 0) return given;
  throw wrongOption('--label', given, 'a key in use has that label already.', 1);
}
