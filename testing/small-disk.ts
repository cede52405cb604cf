import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system in memory that a test fills. Only root may mount one. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'fanfare-small-disk-'));
  /** False without root: tests are then skipped. */
  readonly isMounted: boolean;
  readonly #ballast = join(this.folder, 'ballast');

  constructor(megabytes: number) {
    this.isMounted = mount(this.folder, megabytes);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  /** Fills the disk until `leftBytes` are free, or fewer if a program takes some of them in the meantime. */
  async fillUpTo(leftBytes: number): Promise<void> {
    const ballast = Buffer.alloc(Math.max(0, (await this.freeBytes()) - leftBytes));
    await writeFile(this.#ballast, ballast).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  /** Gives the disk another size, which has room for its files. */
  resize(megabytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${megabytes}m`, this.folder]);
  }

  unmount(): void {
    if (this.isMounted) execFileSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
