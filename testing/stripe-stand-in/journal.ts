import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, readFileSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const writeAsync = promisify(write);
const syncAsync = promisify(fdatasync);

/**
 * An append-only file with one JSON value per line. `flushed` resolves once everything appended so far is on the disk. Appends that
 * arrive while a flush runs share the next one.
 */
export class Journal {
  readonly #fd: number;
  #waiting: string[] = [];
  #next: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Opens the file in `folder` and returns its complete lines. A last line that a kill cut off was never acknowledged: it is removed. */
  static open(folder: string): { journal: Journal; lines: unknown[] } {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'journal.jsonl');
    const fd = openSync(path, 'a+');
    const text = readFileSync(path);
    const end = text.lastIndexOf(0x0a) + 1;
    if (end < text.length) ftruncateSync(fd, end);
    const lines = text.subarray(0, end).toString().split('\n').filter(Boolean);
    return { journal: new Journal(fd), lines: lines.map((line) => JSON.parse(line) as unknown) };
  }

  append(entry: unknown): void {
    this.#waiting.push(`${JSON.stringify(entry)}\n`);
  }

  flushed(): Promise<void> {
    if (this.#waiting.length === 0 && !this.#next) return this.#running;
    this.#next ??= this.#running.then(() => this.#flush());
    return this.#next;
  }

  async close(): Promise<void> {
    await this.flushed();
    closeSync(this.#fd);
  }

  async #flush(): Promise<void> {
    const lines = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#running = this.#next ?? Promise.resolve();
    this.#next = null;
    // One write can be short when the disk is nearly full; that must fail loudly.
    const { bytesWritten } = await writeAsync(this.#fd, lines);
    if (bytesWritten !== lines.length) throw new Error('The journal could not be written.');
    await syncAsync(this.#fd);
  }
}
