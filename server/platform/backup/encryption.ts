import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Decrypter } from 'age-encryption';
import { BackupFault } from './backup-format.ts';

/** How backups are encrypted. Without a passphrase and recipients they are not. */
export interface BackupKeys {
  passphrase: string | undefined;
  /** Public keys: `age1…`. */
  recipients: readonly string[];
  /** The path of the private key for `recipients`; needed only to read a backup. */
  identityFile: string | undefined;
}

const magic = Buffer.from('age-encryption.org/v1\n');

export const isEncrypting = ({ passphrase, recipients }: BackupKeys) =>
  passphrase !== undefined || recipients.length > 0;

/** Encrypts a stream in the format of age (age-encryption.org). Passes it through without keys. */
export async function encrypt(plain: Readable, keys: BackupKeys): Promise<Readable> {
  if (!isEncrypting(keys)) return plain;
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (keys.passphrase !== undefined) encrypter.setPassphrase(keys.passphrase);
  for (const recipient of keys.recipients) encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** Decrypts a stream if it is an age file. Throws BackupFault for a wrong or missing key. */
export async function decrypt(stored: AsyncIterable<Buffer>, keys: BackupKeys): Promise<Readable> {
  const chunks = stored[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < magic.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = Readable.from(prepend(head, chunks), { objectMode: false });
  if (!head.subarray(0, magic.length).equals(magic)) return whole;
  const decrypter = await decrypterOf(keys);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(whole)));
  } catch (cause) {
    throw new BackupFault('This passphrase or key does not open the backup, or the backup is damaged.', { cause });
  }
}

async function* prepend(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function decrypterOf({ passphrase, identityFile }: BackupKeys): Promise<Decrypter> {
  if (passphrase === undefined && identityFile === undefined) {
    throw new BackupFault('The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_IDENTITY_FILE.');
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  if (identityFile !== undefined) {
    const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim());
    for (const line of lines) if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line);
  }
  return decrypter;
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream<Uint8Array>);
