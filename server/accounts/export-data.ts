import type { PersonalData } from '#server/platform/data/personal-data.ts';
import { type ZipFile, zip } from '#server/platform/data/zip.ts';
import type { Database } from '#server/platform/postgres/db.ts';

export interface ExportFor {
  userId: string;
  username: string;
  brandName: string;
  at: Date;
}

/**
 * Everything that the modules know of a person as a zip of JSON files, made while it is sent: one file's rows are in memory at a
 * time, and no connection is held while somebody's slow line takes them.
 */
export function exportData({ sql }: Database, parts: readonly PersonalData[], who: ExportFor): AsyncGenerator<Buffer> {
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: 'README.txt', chunks: [contents(parts, who)] };
    for (const part of parts) yield { name: `${part.name}.json`, chunks: json(await part.rows(sql, who.userId)) };
  }
  return zip(files(), who.at);
}

/** One row a line, so that large files can be read with small tools. */
function* json(rows: readonly object[]): Generator<string> {
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
