import type { Draw } from '../../ratings/random-season.ts';
import type { DiskFile } from './disk-file.ts';

export type DiskNode = DiskFile | DiskFolder;

/** A name that came, went or became another. */
type Change = {
  readonly node: DiskNode;
  readonly removed?: string | undefined;
  readonly added?: string | undefined;
};

/** A folder: which of its names were synced, and how they changed since. */
export class DiskFolder {
  /** The names as the running process sees them. */
  readonly entries = new Map<string, DiskNode>();
  #synced = new Map<string, DiskNode>();
  #unsynced: Change[] = [];

  add(name: string, node: DiskNode): void {
    this.#change({ node, added: name });
  }

  /** Takes the name, in one step, from what bore it. */
  rename(from: string, to: string): void {
    this.#change({ node: this.#node(from), removed: from, added: to });
  }

  remove(name: string): void {
    this.#change({ node: this.#node(name), removed: name });
  }

  sync(): void {
    this.#synced = new Map(this.entries);
    this.#unsynced = [];
  }

  /**
   * A synced file is found again after a power cut: file systems with a journal (ext4, XFS, Btrfs)
   * keep a file's own name with it, and PostgreSQL relies on that for new tables. The names of the
   * folders above aren't kept by it here, though some do.
   */
  syncNameOf(node: DiskNode): void {
    const last = this.#unsynced.findLastIndex((change) => change.node === node);
    const needed = new Set<string>();
    const kept = new Set<Change>();
    for (const [index, change] of [...this.#unsynced.entries()].reverse()) {
      if (index > last) continue;
      if (index < last && namesOf(change).every((name) => !needed.has(name))) continue;
      for (const name of namesOf(change)) needed.add(name);
      kept.add(change);
    }
    for (const change of this.#unsynced) if (kept.has(change)) apply(change, this.#synced);
    this.#unsynced = this.#unsynced.filter((change) => !kept.has(change));
  }

  /**
   * What a power cut may leave: any of the changes since the last sync, but none without those before
   * it that concern the same names.
   */
  survivor(draw: Draw): Map<string, DiskNode> {
    const entries = new Map(this.#synced);
    const undone = new Set<string>();
    const share = draw.pick([0, 0.5, 0.9, 1]);
    for (const change of this.#unsynced) {
      const names = namesOf(change);
      if (draw.chance(share) && names.every((name) => !undone.has(name))) apply(change, entries);
      else for (const name of names) undone.add(name);
    }
    return entries;
  }

  #change(change: Change): void {
    apply(change, this.entries);
    this.#unsynced.push(change);
  }

  #node(name: string): DiskNode {
    const node = this.entries.get(name);
    if (!node) throw new Error(`${name} isn't there`);
    return node;
  }
}

function apply({ node, removed, added }: Change, entries: Map<string, DiskNode>): void {
  if (removed !== undefined) entries.delete(removed);
  if (added !== undefined) entries.set(added, node);
}

function namesOf({ removed, added }: Change): string[] {
  return [removed, added].filter((name) => name !== undefined);
}
