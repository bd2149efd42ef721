import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Draw } from '../../ratings/random-season.ts';
import { DiskFile } from './disk-file.ts';
import { DiskFolder, type DiskNode } from './disk-folder.ts';
import type { Step } from './steps.ts';

/** A disk on which the steps of a recording are done again, and whose power can be cut. */
export class Disk {
  readonly #top = new DiskFolder();
  readonly #open = new Map<number, { readonly node: DiskNode; readonly path: string }>();
  readonly #root: string;

  /** `root` is the recorded folder, which itself is there for good. */
  constructor(root: string) {
    this.#root = root;
  }

  apply(step: Step, data: Uint8Array): void {
    switch (step[0]) {
      case 'mkdir':
        this.#makeFolder(step[1]);
        break;
      case 'open':
        this.#open.set(step[1], { node: this.#opened(step[2]), path: step[2] });
        break;
      case 'write':
        this.#file(this.#descriptor(step[1]).node).write(step[2], data);
        break;
      case 'truncate':
        this.#file(this.#find(step[1])).truncate(step[2]);
        break;
      case 'rename':
        if (dirname(step[1]) !== dirname(step[2])) throw new Error(`unforeseen: ${step}`);
        this.#folder(dirname(step[1])).rename(basename(step[1]), basename(step[2]));
        break;
      case 'remove':
        if (this.#find(step[1])) this.#folder(dirname(step[1])).remove(basename(step[1]));
        break;
      case 'sync':
        this.#sync(step[1]);
        break;
      case 'acknowledge':
        break;
    }
  }

  /** Writes into the folder what a power cut may leave now. */
  writeSurvivor(folder: string, draw: Draw): void {
    const write = (node: DiskNode, path: string) => {
      if (node instanceof DiskFile) {
        writeFileSync(path, node.survivor(draw), { mode: 0o600 });
      } else {
        mkdirSync(path, { mode: 0o700 });
        for (const [name, child] of node.survivor(draw)) write(child, join(path, name));
      }
    };
    write(this.#top, folder);
  }

  /** Throws where the disk isn't what the recorded folder has become: then a step wasn't recorded. */
  expectSameAsRecorded(): void {
    const compare = (node: DiskNode, path: string) => {
      if (node instanceof DiskFolder) {
        for (const [name, child] of node.entries) compare(child, join(path, name));
      } else if (Buffer.compare(node.whole(), readFileSync(path)) !== 0) {
        throw new Error(`the recording of ${path} is wrong`);
      }
    };
    compare(this.#top, this.#root);
  }

  #sync(descriptor: number): void {
    const { node, path } = this.#descriptor(descriptor);
    node.sync();
    if (node instanceof DiskFile) this.#folder(dirname(path)).syncNameOf(node);
  }

  #find(path: string): DiskNode | undefined {
    const names = relative(this.#root, path).split('/');
    let node: DiskNode | undefined = this.#top;
    for (const name of names) {
      if (name === '') continue;
      node = node instanceof DiskFolder ? node.entries.get(name) : undefined;
    }
    return node;
  }

  #makeFolder(path: string): DiskFolder {
    const found = this.#find(path);
    if (found instanceof DiskFolder) return found;
    const folder = new DiskFolder();
    this.#makeFolder(dirname(path)).add(basename(path), folder);
    return folder;
  }

  #opened(path: string): DiskNode {
    const found = this.#find(path);
    if (found) return found;
    const file = new DiskFile();
    this.#folder(dirname(path)).add(basename(path), file);
    return file;
  }

  #folder(path: string): DiskFolder {
    const node = this.#find(path);
    if (node instanceof DiskFolder) return node;
    throw new Error(`${path} is no folder`);
  }

  #file(node: DiskNode | undefined): DiskFile {
    if (node instanceof DiskFile) return node;
    throw new Error('no file');
  }

  #descriptor(descriptor: number) {
    const opened = this.#open.get(descriptor);
    if (!opened) throw new Error(`the descriptor ${descriptor} isn't open`);
    return opened;
  }
}
