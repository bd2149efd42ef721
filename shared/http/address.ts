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

/** The last entry of a list, without the quotes, brackets and port that some proxies write. */
function lastOf(list: string): string {
  const last = (list.split(',').at(-1) ?? '').trim().replace(/^"(.*)"$/, '$1');
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(last) ?? [];
  return v6 ?? v4 ?? last;
}

/** The first 64 bits of an IPv6 address, or the IPv4 address that it stands for. RFC 4291, section 2.5.5.2 */
function network(address: string): string {
  const [first = [], last] = address.split('::').map(groupsIn);
  const zeros = last ? Array<number>(8 - first.length - last.length).fill(0) : [];
  const groups = [...first, ...zeros, ...(last ?? [])];
  const isMapped = groups.slice(0, 6).join() === [0, 0, 0, 0, 0, 0xffff].join();
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The 16-bit groups of a part of an address, of which the last 32 bits may be written as in IPv4. */
function groupsIn(part: string): number[] {
  return part.split(':').flatMap((text) => {
    const [a = 0, b = 0, c, d = 0] = text.split('.').map(Number);
    if (c !== undefined) return [a * 256 + b, c * 256 + d];
    return text === '' ? [] : [Number.parseInt(text, 16)];
  });
}

const bytesOf = (group: number) => [group >> 8, group & 0xff];
