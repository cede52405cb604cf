import type { Facts } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { listDemoPeople } from './demo.sql.ts';

/**
 * Skips the pledges of the demo's people: they need no email, and `rewriteEvents` logs them. The process that fills the demo also runs the jobs
 * of real people, whose pledges have all consequences.
 */
export function skipDemoPledges(facts: Facts): Facts {
  return {
    ...facts,
    publishMany: async (tx, fact, payloads) => {
      const others = fact === 'pledge.placed' ? await withoutDemoPeople(tx, payloads) : payloads;
      if (others.length > 0) await facts.publishMany(tx, fact, others);
    },
  };
}

async function withoutDemoPeople<T extends object>(tx: Tx, payloads: T[]): Promise<T[]> {
  const userOf = (payload: T) => ('userId' in payload ? String(payload.userId) : '');
  const people = new Set(await listDemoPeople(tx, payloads.map(userOf)));
  return payloads.filter((payload) => !people.has(userOf(payload)));
}
