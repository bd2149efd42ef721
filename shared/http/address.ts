import { isIP } from 'node:net';

/**
 * The address that limits count: the peer's, or behind a trusted proxy the last one in its header,
 * if that is an address.
 * Of an IPv6 address the first 64 bits, since whoever has one has its whole network.
 */
export function clientAddress(request: Request, peer: string, trustProxy: boolean): string {
  const noted = trustProxy ? lastOf(request.headers.get('x-forwarded-for') ?? '') : '';
  const address = (isIP(noted) !== 0 ? noted : peer).replace(/%.*$/, '');
  return address.includes(':') ? network(address) : address;
}

/** The last entry of a list, without the brackets and port that some proxies write. */
function lastOf(list: string): string {
  const last = list.split(',').at(-1)?.trim() ?? '';
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(last) ?? [];
  return v6 ?? v4 ?? last;
}

/** The first 64 bits of an IPv6 address, or the IPv4 address that it stands for. RFC 4291, section 2.5.5.2 */
function network(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:(\w+):(\w+)$/.exec(canonical) ?? [];
  if (high && low) {
    const bytes = [high, low].flatMap((group) => {
      const number = Number.parseInt(group, 16);
      return [number >> 8, number & 0xff];
    });
    return bytes.join('.');
  }
  const [first = [], last = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
