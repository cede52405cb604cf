import type { OutputOf } from '#contract/endpoint.ts';
import type { listRepeatInfringers } from '#contract/legal.ts';
import { personOf } from '#server/moderation/queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listInfringers } from './materials.sql.ts';

const listMax = 100;

/** Lists the people with the most copyright notices against them. */
export async function listRepeatInfringersOf({ db, config }: Platform): Promise<OutputOf<typeof listRepeatInfringers>> {
  const threshold = config.takedowns.repeatLimit;
  const rows = await listInfringers(db.sql, listMax);
  return {
    threshold,
    people: rows.map((row) => ({
      user: personOf(row),
      strikes: row.strikes,
      flagged: row.strikes >= threshold,
      suspended: row.suspended,
    })),
  };
}
