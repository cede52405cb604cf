import { createBatches } from '#server/platform/concurrency/batches.ts';
import { createRecentReads } from '#server/platform/concurrency/ttl-cache.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import type { NamedRow } from './message.ts';
import { findPeople } from './people.sql.ts';

const people = createRecentReads<NamedRow>(5000);

/** Creates a reader of people as messages show them. Reads are batched and cached for five seconds. */
export function createPeopleRead(db: Database): (userId: string) => Promise<NamedRow> {
  const read = createBatches((ids: string[]) => findPeople(db.sql, ids));
  return (userId) => people.read(db, userId, () => read(userId));
}
