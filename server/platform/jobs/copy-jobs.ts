import { pipeline } from 'node:stream/promises';
import type { Sql } from '#server/platform/postgres/db.ts';
import { countJobs, listJobColumns } from './job-rows.sql.ts';

/**
 * Copies the jobs that have not ended well to another server, with their attempts, into the queues that `start` made there. Jobs that ran
 * when the old server ended are leased again, as after any crash. Columns that only one version of pg-boss has are left out.
 */
export async function copyJobs(from: Sql, to: Sql): Promise<number> {
  const known = new Set(await listJobColumns(to));
  const shared = (await listJobColumns(from)).filter((column) => known.has(column));
  // The old server was never started completely.
  if (shared.length === 0) return 0;
  const list = shared.map((column) => `"${column}"`).join(', ');
  const [source, target] = [await from.reserve(), await to.reserve()];
  try {
    const rows = await source
      .unsafe(`copy (select ${list} from pgboss.job where state not in ('completed', 'cancelled')) to stdout`)
      .readable();
    await pipeline(rows, await target.unsafe(`copy pgboss.job (${list}) from stdin`).writable());
    return await countJobs(target);
  } finally {
    source.release();
    target.release();
  }
}
