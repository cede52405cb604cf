import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import type { Database } from '#server/platform/postgres/db.ts';

export interface ExportSubject {
  userId: string;
  username: string;
  brandName: string;
  at: Date;
}

/**
 * Streams a zip of JSON files with all data that the modules store about a person. Reads a file's rows after the client has received
 * the previous file: one file is in memory at a time, and a slow client holds no database connection. A failed read ends the stream
 * with its error.
 */
export function exportData({ sql }: Database, parts: readonly PersonalData[], person: ExportSubject): Readable {
  const zip = new ZipFile();
  // yazl declares a smaller type than the PassThrough that it creates.
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => archive.destroy(error));
  const fail = (error: unknown) => zip.emit('error', error);
  const options = { mtime: person.at };
  zip.addBuffer(Buffer.from(contents(parts, person)), 'README.txt', options);
  for (const part of parts) {
    zip.addReadStreamLazy(`${part.name}.json`, options, (useStream) => {
      part
        .rows(sql, person.userId)
        .then((rows) => useStream(null, Readable.from(toJson(rows)).once('error', fail)))
        .catch(fail);
    });
  }
  zip.end();
  return archive;
}

/** Writes one row per line so that line-based tools can read large files. */
function* toJson(rows: readonly object[]): Generator<string> {
  yield '[';
  let separator = '\n';
  for (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

function contents(parts: readonly PersonalData[], { username, brandName, at }: ExportSubject): string {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 7;
  return [
    `All data that ${brandName} stores about @${username}, as of ${at.toISOString()}.`,
    'Each file is a JSON array. Amounts are in US cents, times in UTC.',
    'Card numbers are not included: only the card processor has them.',
    '',
    ...parts.map(({ name, about }) => `${`${name}.json`.padEnd(width)}${about}`),
    '',
  ].join('\n');
}
