import { isChatKind } from '#contract/webhooks/webhook-limits.ts';
import { readEnd, readEvents } from '#server/events/read-events.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertDeliveries } from './deliveries.sql.ts';
import { endWithoutRights } from './end-without-rights.ts';
import { type Follower, listBehind, moveOn, skipUnconcerned, storeTurn } from './sending.sql.ts';

const endpointsAtOnce = 50;
const eventsAtOnce = 100;
/** Looking through this many events again and again costs nearly nothing. */
const skippedAtOnce = 1000;

/**
 * Makes deliveries of the new events in the log, for every endpoint that may get them. Returns whether there is more to do. Never throws, so
 * that deliveries that wait are sent also while the log cannot be read.
 */
export async function feedDeliveries(context: Platform, signal: AbortSignal): Promise<boolean> {
  try {
    return await feedAll(context, signal);
  } catch (error) {
    context.log.warn({ err: error }, 'could not read events for webhooks');
    return false;
  }
}

/** An endpoint that cannot be fed waits for a later look, and the others get their events. */
async function feedAll(context: Platform, signal: AbortSignal): Promise<boolean> {
  const { db, log } = context;
  await endWithoutRights(context);
  const end = await readEnd(context);
  // First, because the others are found by looking through the events after each cursor.
  await skipUnconcerned(db.sql, end, skippedAtOnce);
  const behind = await listBehind(db.sql, end, endpointsAtOnce);
  let unreadCount = 0;
  let hasMore = false;
  for (const endpoint of behind) {
    if (signal.aborted) return false;
    try {
      if (await feedEndpoint(context, endpoint, end)) hasMore = true;
    } catch (error) {
      log.warn({ err: error, endpointId: endpoint.id }, 'could not read events for a webhook');
      unreadCount += 1;
      await storeTurn(db.sql, endpoint.id);
    }
  }
  return hasMore || (behind.length === endpointsAtOnce && unreadCount < behind.length);
}

/** The cursor moves in the transaction that stores the deliveries, so that none is lost or made twice. */
export async function feedEndpoint(context: Platform, endpoint: Follower, end: number): Promise<boolean> {
  const { id, userId, kind, scope, types, position } = endpoint;
  const reader = { userId, readsSite: scope === 'site' };
  const { events, last, hasMore } = await readEvents(context, reader, { after: position, types, limit: eventsAtOnce });
  // Events after the end wait for the next time: the owner may have added types since the types were read.
  const next = hasMore && last ? Math.min(last.position, end) : end;
  const upToNext = events.filter((one) => one.position <= next);
  const found = upToNext.map(({ event, position }) => ({ eventId: event.id, type: event.type, position }));
  await context.db.tx(async (tx) => {
    if (await moveOn(tx, id, position, next)) await insertDeliveries(tx, id, found, isChatKind(kind));
  });
  return hasMore;
}
