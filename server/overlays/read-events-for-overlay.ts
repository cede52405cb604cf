import type { EventOf, EventType } from '#contract/events.ts';
import { type LoggedEvent, readEnd, readEvents, readGivenEvents } from '#server/events/read-events.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listLatestPledges, placeBefore } from './overlays.sql.ts';

export interface Viewer {
  userId: string;
  poolId: string;
}

export type BackerEvent = EventOf<'pledge.placed'>;

const poolAlerts: readonly EventType[] = ['pledge.placed', 'pool.progress', 'pool.goal_met', 'pool.delivered'];
const personAlerts: readonly EventType[] = ['creator.followed'];

const pageSize = 100;
/** More than any queue of alerts shows; the rest of a longer gap is left out. */
const mostPages = 5;
const shownBackers = 5;
/** An overlay that was away for longer does not show what happened before. */
const oldestAlertMs = 60 * 60_000;

/** Reads the events in (after, to] that make alerts, in the order of the log, as the overlay's owner may read them now. */
export async function readAlertEvents(
  context: Platform,
  { userId, poolId }: Viewer,
  { after, to }: { after: number; to: number },
): Promise<LoggedEvent[]> {
  const reader = { userId, readsSite: false, forVisitors: true };
  const found: LoggedEvent[] = [];
  for (const scope of [{ types: poolAlerts, poolId }, { types: personAlerts }]) {
    let place = after;
    for (let page = 0; page < mostPages; page += 1) {
      const { events, last, hasMore } = await readEvents(context, reader, { ...scope, after: place, limit: pageSize });
      found.push(...events.filter(({ position }) => position <= to));
      if (!last || !hasMore || last.position >= to) break;
      place = last.position;
    }
  }
  return found.toSorted((a, b) => a.position - b.position);
}

/** As `readAlertEvents`, without those that are too old to be shown. */
export async function readMissedAlerts(
  context: Platform,
  viewer: Viewer,
  { after, to }: { after: number; to: number },
): Promise<LoggedEvent[]> {
  if (after >= to) return [];
  const oldest = await placeBefore(context.db.sql, oldestAlertMs);
  return readAlertEvents(context, viewer, { after: Math.max(after, oldest), to });
}

/** The latest pledges that count, newest first, as the overlay's owner may read them now. */
export async function readBackers(context: Platform, { userId, poolId }: Viewer): Promise<BackerEvent[]> {
  // Gives places to the pledges that nothing has read yet.
  await readEnd(context);
  const ids = await listLatestPledges(context.db.sql, poolId, shownBackers);
  const events = await readGivenEvents(context, { userId, readsSite: false, forVisitors: true }, ids);
  return (events as BackerEvent[]).toReversed();
}
