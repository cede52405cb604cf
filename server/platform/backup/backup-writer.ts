import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { checksumsName, endName } from './backup-format.ts';

const compress = promisify(zstdCompress);
/** tar stores the size of an entry before its content, so a table is written in parts of this size, each held in memory once. */
const partBytes = 8 * 1024 * 1024;

/** Writes the entries of a backup one after another, and their checksums at the end. */
export class BackupWriter {
  readonly #pack: Pack = pack();
  readonly #checksums: string[] = [];

  /** The archive. The writer waits for its reader. */
  get archive(): Readable {
    return Readable.from(this.#pack as AsyncIterable<Buffer>, { objectMode: false });
  }

  get entries(): number {
    return this.#checksums.length;
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.addStream(name, content.length, Readable.from([content]));
  }

  /** Throws if `content` does not have exactly `size` bytes. */
  async addStream(name: string, size: number, content: Readable): Promise<void> {
    const hash = createHash('sha256');
    const written = Promise.withResolvers<void>();
    const entry = this.#pack.entry({ name, size }, (error) => (error ? written.reject(error) : written.resolve()));
    async function* measured() {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await Promise.all([pipeline(measured, entry), written.promise]);
    this.#checksums.push(`${hash.digest('hex')}  ${name}\n`);
  }

  /** Adds a stream of unknown size as numbered, compressed parts. */
  async addParts(folder: string, content: AsyncIterable<Buffer>): Promise<void> {
    let waiting: Buffer[] = [];
    let bytes = 0;
    let count = 0;
    const flush = async () => {
      count += 1;
      const part = await compress(Buffer.concat(waiting, bytes));
      waiting = [];
      bytes = 0;
      await this.add(`${folder}${String(count).padStart(6, '0')}.copy.zst`, part);
    };
    for await (const chunk of content) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= partBytes) await flush();
    }
    if (bytes > 0) await flush();
  }

  /** Adds the checksums and the end. */
  async finish(): Promise<void> {
    const entries = this.entries;
    const text = Buffer.from(this.#checksums.join(''));
    const checksums = createHash('sha256').update(text).digest('hex');
    await this.add(checksumsName, text);
    await this.add(endName, Buffer.from(`${JSON.stringify({ entries, checksums })}\n`));
    this.#pack.finalize();
  }

  /** Ends the archive early; its reader gets the error. */
  abort(error: Error): void {
    this.#pack.destroy(error);
  }
}
