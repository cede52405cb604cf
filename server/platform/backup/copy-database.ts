import type { Sql } from '#server/platform/postgres/db.ts';
import { BackupFault, type BackupTable, type Manifest } from './backup-format.ts';
import { BackupWriter } from './backup-writer.ts';
import { dumpDatabase, qualified } from './dump-database.ts';
import { loadRows } from './load-rows.ts';
import { damaged } from './read-backup.ts';
import { dropRestoreTables, findUnfinishedRestore } from './restore-state.sql.ts';

const noKeys = { passphrase: undefined, recipients: [], identityFile: undefined };

export interface CopyReport {
  tables: number;
  rows: number;
}

/**
 * Copies the tables of a database that nothing else uses into an empty one on another server, as a backup and its restore would, and
 * compares the number of rows in each table. Leaves out the job queue. Throws BackupFault.
 */
export async function copyDatabase(from: Sql, to: Sql): Promise<CopyReport> {
  if (await findUnfinishedRestore(from))
    throw new BackupFault('A restore into this database is not finished. Finish it with the version that began it.');
  const writer = new BackupWriter();
  const fail = (error: Error) => {
    writer.abort(error);
    throw error;
  };
  const dumped = dumpDatabase(from, writer)
    .then((manifest) => writer.finish().then(() => manifest))
    .catch(fail);
  const loaded = loadRows(to, noKeys, writer.archive, {
    begin: async () => undefined,
    file: ({ name }) => Promise.reject(damaged(`${name} belongs to no table`)),
    end: async () => undefined,
    undo: async () => undefined,
  }).catch(fail);
  // Both end with the first error of either.
  const [manifest] = await Promise.all([dumped, loaded]);
  await to.begin(dropRestoreTables);
  return compareRows(from, to, manifest);
}

async function compareRows(from: Sql, to: Sql, { tables }: Manifest): Promise<CopyReport> {
  const [before, after] = await Promise.all([countRows(from, tables), countRows(to, tables)]);
  const different = tables.map(qualified).filter((name) => before.get(name) !== after.get(name));
  if (different.length > 0)
    throw new BackupFault(`The copies of these tables are incomplete: ${different.join(', ')}.`);
  return { tables: tables.length, rows: [...after.values()].reduce((sum, count) => sum + count, 0) };
}

async function countRows(sql: Sql, tables: readonly BackupTable[]): Promise<Map<string, number>> {
  return sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    const counts = new Map<string, number>();
    for (const name of tables.map(qualified)) {
      const [row] = await tx.unsafe<{ count: number }[]>(`select count(*) from ${name}`);
      counts.set(name, row?.count ?? 0);
    }
    return counts;
  });
}
