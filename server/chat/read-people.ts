import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { NamedRow } from './message.ts';
import { findPeople } from './people.sql.ts';

const peopleOf = contextState(() => createTtlCache<NamedRow>(5000));

/** Creates a reader of people as messages show them. Reads are batched and cached for five seconds. */
export function createPersonReader(context: Pick<Platform, 'db' | 'state'>): (userId: string) => Promise<NamedRow> {
  const people = peopleOf(context);
  const read = createBatches((ids: string[]) => findPeople(context.db.sql, ids));
  return (userId) => people.read(userId, () => read(userId));
}
