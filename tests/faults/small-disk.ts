// A disk that a test can fill.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own with such options, as of tmpfs; where none can be had, the reason. */
export function mountDisk(options: string): { folder: string } | { reason: string } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { reason: 'only root on Linux can make a small disk' };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tennis-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
    return { folder };
  } catch (error) {
    rmdirSync(folder);
    return { reason: `no small disk can be mounted: ${String(error).split('\n')[0]}` };
  }
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
  rmdirSync(folder);
}
