import type { Draw } from '../../ratings/random-season.ts';

type Write = { readonly kind: 'write'; readonly position: number; readonly data: Uint8Array };
type Change = Write | { readonly kind: 'truncate'; readonly size: number };

/** What a disk writes whole or not at all. Drives promise the first, most keep the second. */
const atoms = [512, 4096] as const;

/** A file: what of it was synced, and what was done to it since. */
export class DiskFile {
  #bytes: Uint8Array = new Uint8Array();
  #size = 0;
  #unsynced: Change[] = [];

  write(position: number, data: Uint8Array): void {
    this.#unsynced.push({ kind: 'write', position, data });
  }

  truncate(size: number): void {
    this.#unsynced.push({ kind: 'truncate', size });
  }

  sync(): void {
    const image = new Image(this.#bytes, this.#size);
    for (const change of this.#unsynced) image.apply(change);
    this.#bytes = image.bytes;
    this.#size = image.size;
    this.#unsynced = [];
  }

  /** Everything that was written, synced or not. */
  whole(): Uint8Array {
    const image = new Image(this.#bytes.slice(), this.#size);
    for (const change of this.#unsynced) image.apply(change);
    return image.content();
  }

  /**
   * What a power cut may leave. Of the writes since the last sync any of their sectors (or pages) are
   * there, so that each is of any age since then, and the file may not have grown to its length yet.
   * Truncations happen in their order; what was written after one that didn't happen isn't there,
   * since a file system gives such writes room of their own.
   */
  survivor(draw: Draw): Uint8Array {
    if (this.#unsynced.length === 0) return this.#bytes.subarray(0, this.#size);
    const image = new Image(this.#bytes.slice(), this.#size);
    const truncations = this.#unsynced.filter(({ kind }) => kind === 'truncate').length;
    let truncationsLeft = draw.below(truncations + 1);
    let sizes = [image.size];
    const share = draw.pick([0, 0.1, 0.5, 0.9, 1]);
    const atom = draw.pick(atoms);
    for (const change of this.#unsynced) {
      if (change.kind === 'truncate') {
        if (truncationsLeft === 0) break;
        truncationsLeft -= 1;
        image.apply(change);
        sizes = [];
      } else {
        for (const piece of pieces(change, atom)) if (draw.chance(share)) image.apply(piece);
        image.grow(change.position + change.data.length);
      }
      sizes.push(image.size);
    }
    if (share < 1) image.apply({ kind: 'truncate', size: draw.pick(sizes) });
    return image.content();
  }
}

/** The write, cut where sectors begin. */
function* pieces({ position, data }: Write, atom: number): Generator<Write> {
  for (let from = 0; from < data.length; ) {
    const to = Math.min(data.length, from + atom - ((position + from) % atom));
    yield { kind: 'write', position: position + from, data: data.subarray(from, to) };
    from = to;
  }
}

/** Bytes that grow, with room to spare: beyond `size` they are 0. */
class Image {
  bytes: Uint8Array;
  size: number;

  constructor(bytes: Uint8Array, size: number) {
    this.bytes = bytes;
    this.size = size;
  }

  apply(change: Change): void {
    if (change.kind === 'write') {
      this.grow(change.position + change.data.length);
      this.bytes.set(change.data, change.position);
    } else {
      if (change.size < this.size) this.bytes.fill(0, change.size, this.size);
      else this.grow(change.size);
      this.size = change.size;
    }
  }

  /** As a write that ends there makes it grow, where it is shorter. */
  grow(size: number): void {
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    }
    this.size = Math.max(this.size, size);
  }

  content(): Uint8Array {
    return this.bytes.subarray(0, this.size);
  }
}
