import type { Sql } from '#server/platform/postgres/db.ts';
import { readRecord, recordBegin, recordFinish } from './demo-record.sql.ts';

/** Gives a copy of a database the same record of the demo, so that the next start still empties an incomplete demo. */
export async function carryDemoRecord(from: Sql, to: Sql): Promise<void> {
  const record = await readRecord(from);
  if (record === undefined) return;
  await to.begin(recordBegin);
  if (record === 'finished') await recordFinish(to);
}
