import { readSync, writeSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Drawers } from '../../shared/exchange/kind.ts';
import { openUnseenFile } from './unseen-file.ts';

/** How many bytes of a drawer wait in memory, and are written and read at once, unless one item is longer. */
const partBytes = 16 * 1_024;

/** The next part, as JSON, and where the parts before it are in the file. */
type Drawer = { next: Buffer; length: number; readonly parts: { at: number; length: number }[] };

/** Opens empty drawers in a file of their own, in the folder if that is writable. Items must be JSON. */
export async function openDrawers(folder: string): Promise<Drawers & AsyncDisposable> {
  const { file, explain } = await openUnseenFile(folder, 'portions');
  const drawers = new Map<string, Drawer>();
  let end = 0;

  function store(drawer: Drawer): void {
    drawer.next.write(']', drawer.length);
    const bytes = deflateRawSync(drawer.next.subarray(0, drawer.length + 1), { level: 1 });
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(file.fd, bytes, done, bytes.length - done, end + done);
      }
    } catch (error) {
      throw explain(error);
    }
    drawer.parts.push({ at: end, length: bytes.length });
    drawer.length = 0;
    end += bytes.length;
  }

  return {
    put(name: string, item: object): void {
      const text = JSON.stringify(item);
      const size = 1 + Buffer.byteLength(text) + 1; // with a comma before it and a bracket after it
      const drawer = drawers.get(name) ?? { next: Buffer.alloc(partBytes), length: 0, parts: [] };
      drawers.set(name, drawer);
      if (drawer.length + size > drawer.next.length && drawer.length > 0) store(drawer);
      if (size > drawer.next.length) drawer.next = Buffer.alloc(size);
      drawer.length += drawer.next.write(drawer.length === 0 ? '[' : ',', drawer.length);
      drawer.length += drawer.next.write(text, drawer.length);
    },
    /** The items of a drawer, a part at a time. */
    *take<T>(name: string): Generator<T[]> {
      const drawer = drawers.get(name);
      if (!drawer) return;
      if (drawer.length > 0) store(drawer);
      for (const { at, length } of drawer.parts) {
        const bytes = Buffer.alloc(length);
        for (let done = 0; done < length; ) {
          done += readSync(file.fd, bytes, done, length - done, at + done);
        }
        yield JSON.parse(inflateRawSync(bytes).toString());
      }
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
