import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '#server/platform/data/files.ts';
import { privateFile } from '#server/platform/data/private-paths.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { BackupFault, type Manifest } from './backup-format.ts';
import { BackupWriter } from './backup-writer.ts';
import { dumpDatabase } from './dump-database.ts';
import { type DumpedFiles, dumpFiles } from './dump-files.ts';
import { type BackupKeys, encrypt } from './encryption.ts';

export interface BackupSource {
  sql: Sql;
  files: Files;
}

export interface BackupReport {
  manifest: Manifest;
  files: DumpedFiles;
  /** The size and SHA-256 of the whole backup as it was written. */
  bytes: number;
  sha256: string;
}

/**
 * Writes a backup to a file: first under the name FILE.partial, which it reads back and renames once everything is on the disk, and its
 * checksum as FILE.sha256 in the format of `sha256sum`. An interrupted backup leaves at most FILE.partial, which the next run replaces.
 */
export async function writeBackupFile(source: BackupSource, keys: BackupKeys, file: string): Promise<BackupReport> {
  const partial = `${file}.partial`;
  // A file or link that is already there would keep its permissions or its target.
  await rm(partial, { force: true });
  const options = { flags: 'wx', mode: privateFile, flush: true };
  try {
    // `flush` writes everything to the disk before the file is closed.
    const report = await writeBackup(source, keys, createWriteStream(partial, options));
    await assertStored(partial, report.sha256);
    await rename(partial, file);
    await rm(`${file}.sha256`, { force: true });
    await writeFile(`${file}.sha256`, `${report.sha256}  ${basename(file)}\n`, { mode: privateFile });
    await syncFolder(dirname(file));
    return report;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Writes a backup to a stream while the server runs: the database from one snapshot, then the files. */
export async function writeBackup(
  { sql, files }: BackupSource,
  keys: BackupKeys,
  target: Writable,
): Promise<BackupReport> {
  const writer = new BackupWriter();
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const fill = async () => {
    const manifest = await dumpDatabase(sql, writer);
    const dumped = await dumpFiles(files, writer);
    await writer.finish();
    return { manifest, files: dumped };
  };
  const filling = fill().catch((error: Error) => {
    writer.abort(error);
    throw error;
  });
  const drained = encrypt(writer.archive, keys)
    .then((stored) => pipeline(stored, measure, target))
    .catch((error: Error) => {
      writer.abort(error);
      throw error;
    });
  // Both end with the first error of either.
  const [filled] = await Promise.all([filling, drained]);
  return { ...filled, bytes, sha256: hash.digest('hex') };
}

/** Throws BackupFault unless the disk returns what was written. */
async function assertStored(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256)
    throw new BackupFault(`${path} differs from the data that was written. Check the disk.`);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
