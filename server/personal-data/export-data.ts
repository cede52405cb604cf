import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { t, textOf } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface ExportSubject {
  userId: string;
  /** In the person's language. */
  readme: string;
  at: Date;
}

const batchRows = 500;

/**
 * Opens a file that has no name, so that it is gone when it is closed or this process ends. Only the user that runs the server could read
 * it in the moment before.
 */
export async function openNamelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/**
 * Writes a zip of JSON files with all data that the modules store about a person. Holds one batch of rows in memory. It writes to a file
 * and not to the client, because a slow client would hold the connection to the database.
 */
export async function writeExport(
  tx: Tx,
  file: FileHandle,
  { parts, person, signal }: { parts: readonly PersonalData[]; person: ExportSubject; signal: AbortSignal },
): Promise<void> {
  // A cursor counts as one statement until its end.
  await tx`set local statement_timeout = '5min'`;
  const zip = new ZipFile();
  // yazl declares a smaller type than the PassThrough that it creates.
  const archive = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => archive.destroy(error));
  const fail = (error: unknown) => zip.emit('error', error);
  const options = { mtime: person.at };
  zip.addBuffer(Buffer.from(person.readme), 'README.txt', options);
  for (const part of parts) {
    zip.addReadStreamLazy(`${part.name}.json`, options, (take) => {
      if (archive.destroyed) return;
      current = Readable.from(toJson(part.rows(tx, person.userId).cursor(batchRows))).once('error', fail);
      take(null, current);
    });
  }
  zip.end();
  try {
    await pipeline(archive, file.createWriteStream({ start: 0, autoClose: false }), { signal });
  } finally {
    current?.destroy();
  }
}

/** Writes one row per line so that line-based tools can read large files. */
async function* toJson(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield '\n]\n';
}

/** Describes the files of an export. */
export function readmeOf(
  parts: readonly PersonalData[],
  { username, brandName, at }: { username: string; brandName: string; at: Date },
): string {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 7;
  return [
    t`All data that ${{ brand: brandName }} stores about @${{ username }}, as of ${{ time: at.toISOString() }}.`,
    t`Each file is a JSON array. Amounts are in US cents, times in UTC.`,
    t`Card numbers are not included: only the card processor has them.`,
    '',
    ...parts.map(({ name, about }) => `${`${name}.json`.padEnd(width)}${textOf(about)}`),
    '',
  ].join('\n');
}
