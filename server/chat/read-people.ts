import { createBatches } from '#server/platform/batches.ts';
import type { Database } from '#server/platform/db.ts';
import type { NamedRow } from './message.ts';
import { findPeople } from './people.sql.ts';

const freshMs = 5000;
const keptAtMost = 10_000;

/** People as messages show them, each read at most once in five seconds. */
export function createPeopleRead({ sql }: Database): (userId: string) => Promise<NamedRow> {
  const read = createBatches((ids: string[]) => findPeople(sql, ids));
  const kept = new Map<string, { until: number; person: Promise<NamedRow> }>();
  return (userId) => {
    const now = performance.now();
    const known = kept.get(userId);
    if (known && known.until > now) return known.person;
    const person = read(userId);
    kept.delete(userId);
    kept.set(userId, { until: now + freshMs, person });
    person.catch(() => kept.delete(userId));
    for (const oldest of kept.keys()) {
      if (kept.size <= keptAtMost) break;
      kept.delete(oldest);
    }
    return person;
  };
}
