import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import {
  BackupFault,
  checksumsName,
  endName,
  endSchema,
  type Manifest,
  manifestName,
  manifestSchema,
} from './backup-format.ts';
import { type BackupKeys, decrypt } from './encryption.ts';

export interface BackupEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/** Receives a backup's parts in their order. Nothing is verified until `readBackup` resolves. */
export interface BackupReceiver {
  manifest(manifest: Manifest): Promise<void>;
  /** Must read the whole content. */
  entry(entry: BackupEntry): Promise<void>;
}

export interface ReadReport {
  manifest: Manifest;
  entries: number;
}

/** `-` is standard input. */
export function openBackup(file: string): Readable {
  const stored = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 64 * 1024 });
  // The reader gets the error of a missing file later. Until then, nothing listens, and the error would end the process.
  stored.on('error', () => undefined);
  return stored;
}

/**
 * Reads a backup once from its beginning to its end and verifies the checksum of every entry, of the list of checksums, and the end.
 * Throws BackupFault if anything is missing or different.
 */
export async function readBackup(stored: Readable, keys: BackupKeys, receiver: BackupReceiver): Promise<ReadReport> {
  try {
    return await readEntries(stored, keys, receiver);
  } catch (error) {
    throw isUnreadable(error) ? damaged(error.message, error) : error;
  } finally {
    stored.destroy();
  }
}

async function readEntries(stored: Readable, keys: BackupKeys, receiver: BackupReceiver): Promise<ReadReport> {
  const reading = new Reading(receiver);
  try {
    for await (const entry of entriesOf(stored, keys)) await reading.take(entry);
    return reading.end();
  } catch (error) {
    if (reading.hasBegun || !isUnreadable(error)) throw error;
    throw new BackupFault(`This is no backup, or its beginning is damaged (${error.message}).`, { cause: error });
  }
}

/** The state of reading one backup. */
class Reading {
  readonly #receiver: BackupReceiver;
  /** The SHA-256 of every entry that was read, by its name. */
  readonly #hashes = new Map<string, string>();
  #manifest: Manifest | undefined;
  #checksums: string | undefined;
  #isEnded = false;

  constructor(receiver: BackupReceiver) {
    this.#receiver = receiver;
  }

  get hasBegun(): boolean {
    return this.#manifest !== undefined;
  }

  async take(entry: BackupEntry): Promise<void> {
    const { name, content } = entry;
    if (this.#isEnded) throw damaged(`${name} follows its end`);
    if (this.#checksums !== undefined) {
      checkEnd(name, await text(content), this.#checksums, this.#hashes.size);
      this.#isEnded = true;
    } else if (name === checksumsName) {
      this.#checksums = await text(content);
      compare(this.#checksums, this.#hashes);
    } else {
      const hash = createHash('sha256');
      await this.#receive({ ...entry, content: measure(content, hash) });
      this.#hashes.set(name, hash.digest('hex'));
    }
  }

  async #receive(entry: BackupEntry): Promise<void> {
    if (entry.name === manifestName) {
      this.#manifest = parseManifest(await text(entry.content));
      await this.#receiver.manifest(this.#manifest);
    } else if (this.#manifest) await this.#receiver.entry(entry);
    else throw damaged(`${entry.name} comes before ${manifestName}`);
  }

  end(): ReadReport {
    if (!this.#manifest || !this.#isEnded) throw damaged('it has no end, so it is truncated');
    return { manifest: this.#manifest, entries: this.#hashes.size };
  }
}

export function damaged(how: string, cause?: unknown): BackupFault {
  return new BackupFault(`The backup is damaged: ${how}.`, { cause });
}

/** Reads and verifies without storing anything. */
export function verifyBackup(stored: Readable, keys: BackupKeys): Promise<ReadReport> {
  return readBackup(stored, keys, {
    manifest: async () => undefined,
    async entry({ content }) {
      for await (const _ of content);
    },
  });
}

async function* entriesOf(stored: Readable, keys: BackupKeys): AsyncGenerator<BackupEntry> {
  const plain = await decrypt(stored, keys);
  const tar = extract();
  const fed = feed(plain, tar);
  // A failure ends `tar`, whose iteration throws it.
  fed.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const content = entry as unknown as AsyncIterable<Buffer>;
      if (entry.header.type !== 'file') throw damaged(`${entry.header.name} is no file`);
      yield { name: entry.header.name, size: entry.header.size ?? 0, content };
      entry.resume();
    }
    await fed;
  } finally {
    plain.destroy();
  }
}

async function feed(plain: Readable, tar: ReturnType<typeof extract>): Promise<void> {
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      if (tar.destroyed) return;
      if (!tar.write(Buffer.from(chunk))) await drained(tar);
    }
    tar.end(undefined);
  } catch (error) {
    const fault = error instanceof BackupFault ? error : damaged(messageOf(error), error);
    tar.destroy(fault);
    throw fault;
  }
}

function drained(tar: ReturnType<typeof extract>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      tar.off('drain', done).off('close', done);
      resolve();
    };
    tar.on('drain', done).on('close', done);
  });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The errors of tar-stream have no class and no code. */
function isUnreadable(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof BackupFault) return false;
  return /^ZSTD_|^Z_/.test(codeOf(error)) || /tar header|unexpected end|stream was destroyed/i.test(error.message);
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

async function* measure(content: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

const text = async (content: AsyncIterable<Buffer>) => (await buffer(Readable.from(content))).toString();

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw damaged('a description is not JSON', error);
  }
}

function parseManifest(content: string): Manifest {
  const { success, data, error } = manifestSchema.safeParse(parseJson(content));
  if (success) return data;
  throw new BackupFault(`This backup cannot be read: ${error.issues.map(({ message }) => message).join('; ')}.`);
}

function compare(listed: string, checksums: ReadonlyMap<string, string>): void {
  const lines = listed.split('\n').filter(Boolean);
  for (const line of lines) {
    const [hash, name = ''] = line.split('  ');
    if (checksums.get(name) !== hash) throw damaged(`${name} differs from its checksum`);
  }
  if (lines.length !== checksums.size) throw damaged('entries are missing in the list of checksums');
}

function checkEnd(name: string, content: string, listed: string, entries: number): void {
  if (name !== endName) throw damaged(`${name} follows the checksums`);
  const end = endSchema.safeParse(parseJson(content));
  const checksums = createHash('sha256').update(listed).digest('hex');
  if (!end.success || end.data.entries !== entries || end.data.checksums !== checksums) {
    throw damaged('its end does not fit its entries');
  }
}
