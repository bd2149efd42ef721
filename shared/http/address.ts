import { isIP } from 'node:net';

/**
 * The address that limits count: the peer's, or behind a trusted proxy the last one in its header,
 * if that is an address.
 * Of an IPv6 address the first 64 bits, since whoever has one has its whole network.
 */
export function clientAddress(request: Request, peer: string, trustProxy: boolean): string {
  const noted = trustProxy ? lastOf(request.headers.get('x-forwarded-for') ?? '') : '';
  const address = (isIP(noted) !== 0 ? noted : peer)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  return address.includes(':') ? network(address) : address;
}

/** The last entry of a list, without the quotes, brackets and port that some proxies write. */
function lastOf(list: string): string {
  const last = (list.split(',').at(-1) ?? '').trim().replace(/^"(.*)"$/, '$1');
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(last) ?? [];
  return v6 ?? v4 ?? last;
}

function network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const first = groups(head);
  const last = groups(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
