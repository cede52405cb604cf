import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { NamedRow } from './message.ts';
import { findPeople, type PersonInRoom } from './people.sql.ts';

const peopleOf = contextState(() => createTtlCache<NamedRow>(5000));

/** Reads people as the messages of a room show them. Reads are batched and cached for five seconds. */
export function createPersonReader(
  context: Pick<Platform, 'db' | 'state'>,
): (userId: string, poolId: string | null) => Promise<NamedRow> {
  const people = peopleOf(context);
  const read = createBatches((people: PersonInRoom[]) => findPeople(context.db.sql, people));
  return (userId, poolId) => people.read(`${userId} ${poolId}`, () => read({ userId, poolId }));
}
