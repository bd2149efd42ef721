import { hashSecret } from '../../modules/auth/index.ts';
import type { Collection, Report } from './kinds.ts';
import type { Stored } from './stored.ts';

/** Checks that keys with their labels, and the ids of clients, are free. */
export function createKeyCheck(stored: Stored, report: Report) {
  const used = { id: new Set<string>(), hash: new Set<string>(), label: new Set<string>() };
  const clients = new Set<string>();

  async function checkKeys({ api_key }: Collection): Promise<void> {
    const keys = api_key.map(({ line, record: { id, key, key_hash, label } }) => ({
      line,
      id: id ?? '',
      label,
      hash: key_hash ?? hashSecret(key ?? ''),
    }));
    const taken = await stored.takenKeys({
      ids: keys.map(({ id }) => id),
      hashes: keys.map(({ hash }) => hash),
      labels: keys.map(({ label }) => label),
    });
    for (const { id, key_hash, former_hash, label, revoked_at } of taken) {
      used.id.add(id);
      used.hash.add(key_hash);
      if (former_hash) used.hash.add(former_hash);
      if (!revoked_at) used.label.add(label);
    }
    for (const { line, id, label, hash } of keys) {
      if (id && used.id.has(id)) report(line, 'id', `the id ${id} is taken`);
      if (used.label.has(label)) report(line, 'label', `the label "${label}" is taken`);
      if (used.hash.has(hash)) report(line, 'key', 'this key is in use already');
      used.id.add(id);
      used.label.add(label);
      used.hash.add(hash);
    }
  }

  async function checkClients({ client }: Collection): Promise<void> {
    const ids = client.map(({ record }) => record.client_id);
    for (const id of await stored.takenClients(ids)) clients.add(id);
    for (const { line, record } of client) {
      if (clients.has(record.client_id)) report(line, 'client_id', `${record.client_id} is taken`);
      clients.add(record.client_id);
    }
  }

  return async (portion: Collection): Promise<void> => {
    if (portion.api_key.length > 0) await checkKeys(portion);
    if (portion.client.length > 0) await checkClients(portion);
  };
}
