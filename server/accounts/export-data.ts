import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import type { Database } from '#server/platform/postgres/db.ts';

export interface ExportFor {
  userId: string;
  username: string;
  brandName: string;
  at: Date;
}

/**
 * Streams everything that the modules know about a person as a zip of JSON files. Reads the rows of a file after the client has taken
 * the file before it: one file is in memory at a time, and a slow download holds no connection. A failure to read ends the stream with its
 * error.
 */
export function exportData({ sql }: Database, parts: readonly PersonalData[], person: ExportFor): Readable {
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

/** One row a line, so that small tools can read large files. */
function* toJson(rows: readonly object[]): Generator<string> {
  yield '[';
  let separator = '\n';
  for (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

function contents(parts: readonly PersonalData[], { username, brandName, at }: ExportFor): string {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 7;
  return [
    `Everything that ${brandName} knows of @${username}, on ${at.toISOString()}.`,
    'Each file is a list in JSON. Amounts are in US cents, times in UTC.',
    'Card numbers are not in here: only the card processor knows them.',
    '',
    ...parts.map(({ name, about }) => `${`${name}.json`.padEnd(width)}${about}`),
    '',
  ].join('\n');
}
