import { fsyncSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { sync } from '../../files.ts';

type FileNode = { name: string };
type Stream = { readonly node: FileNode; readonly nfd?: number };

/** The parts of Emscripten's NODEFS that are used here; PGlite doesn't ship its types. */
type HostFiles = {
  realPath(node: FileNode): string;
  convertNodeCode(error: unknown): number | undefined;
  tryFSOperation(operation: () => void): void;
  readonly node_ops: {
    mknod(folder: FileNode, name: string, mode: number, device: number): FileNode;
    rename(node: FileNode, folder: FileNode, name: string): void;
  };
  readonly stream_ops: { fsync?(stream: Stream): number };
};

/** What Emscripten knows of the names in a folder, which its types leave out. */
type NodeTable = {
  lookupNode(folder: FileNode, name: string): FileNode;
  destroyNode(node: FileNode): void;
};

type Start = Parameters<NodeFS['init']>;

const ioError = 29; // in Emscripten's numbering

/**
 * PGlite's folder on disk, made durable: PGlite's own ignores fsync, for folders too, and tries to
 * remove the target before a rename (its issue 1107).
 */
export class DurableFiles extends NodeFS {
  /** How often a file or a folder was synced. */
  readonly synced = { files: 0, folders: 0 };
  /** Whether PostgreSQL has given up, as it does where its log can't be written or synced, or was given up. */
  isAborted = false;
  /** What PostgreSQL said as it gave up, without its time and severity. */
  lastWords: string | undefined;
  readonly #end = Promise.withResolvers<void>();
  /** Resolves once `isAborted` is true. */
  readonly aborted = this.#end.promise;

  override async init(pglite: Start[0], options: Start[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun: Start[1]['preRun'] = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        const { FS } = module;
        this.#makeDurable(FS.filesystems.NODEFS, FS as typeof FS & NodeTable);
        module.onAbort = () => {
          this.giveUp();
          // PGlite catches what a statement throws, asks this for the reason, and goes on with the
          // next messages: in the wreck of PostgreSQL it would never come to their end.
          module._pgl_setPGliteExitStatus = () => {
            throw new Error('PostgreSQL has aborted');
          };
        };
      },
    ];
    const printErr = (line: string) => {
      this.lastWords = /\b(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? this.lastWords;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun, printErr } };
  }

  /** From now on PostgreSQL is asked nothing more. */
  giveUp(): void {
    this.isAborted = true;
    this.#end.resolve();
  }

  #makeDurable(files: HostFiles, nodes: NodeTable): void {
    // An error without a number of its own would reach PostgreSQL as 0, which means success.
    const convert = files.convertNodeCode;
    files.convertNodeCode = (error) => convert(error) ?? ioError;

    files.stream_ops.fsync = ({ nfd, node }) => {
      files.tryFSOperation(() => {
        if (nfd === undefined) this.#syncFolder(files.realPath(node));
        else this.#syncFile(nfd);
      });
      return 0;
    };

    const make = files.node_ops.mknod;
    files.node_ops.mknod = (folder, name, mode, device) => {
      let node: FileNode;
      try {
        node = make(folder, name, mode, device);
      } catch (error) {
        // Emscripten notes the name first, and would say from then on that the file exists.
        nodes.destroyNode(nodes.lookupNode(folder, name));
        throw error;
      }
      // Next, PostgreSQL logs this template (init fork) of an unlogged table. If a power cut kept that log and
      // the table, but not the template's name, recovery would make it again, find the table, and give up.
      if (name.endsWith('_init')) {
        files.tryFSOperation(() => this.#syncFolder(files.realPath(folder)));
      }
      return node;
    };

    files.node_ops.rename = (node, folder, name) => {
      const source = files.realPath(node);
      const target = join(files.realPath(folder), name);
      files.tryFSOperation(() => {
        renameSync(source, target);
        this.#syncFolder(dirname(target));
      });
      node.name = name;
    };
  }

  #syncFile(descriptor: number): void {
    fsyncSync(descriptor);
    this.synced.files += 1;
  }

  #syncFolder(path: string): void {
    sync(path);
    this.synced.folders += 1;
  }
}
