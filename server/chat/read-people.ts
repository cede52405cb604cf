import { createBatches } from '#server/platform/concurrency/batches.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import type { NamedRow } from './message.ts';
import { findPeople } from './people.sql.ts';

const people = createTtlCache<NamedRow>(5000);

/** People as messages show them, each read at most once in five seconds. */
export function createPeopleRead(db: Database): (userId: string) => Promise<NamedRow> {
  const read = createBatches((ids: string[]) => findPeople(db.sql, ids));
  return (userId) => people.read(db, userId, () => read(userId));
}
