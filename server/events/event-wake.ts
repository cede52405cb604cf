import { setTimeout as sleep } from 'node:timers/promises';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { notifyOfEvents } from './events.sql.ts';

const channel = 'new_events';
/** Many transactions in a row share one notification. */
const pauseMs = 100;

const announcementOf = contextState((_: Platform) => ({ isPlanned: false }));

/** Tells every process, soon after the commit, that the log has new events. It can be lost, so listeners also look from time to time. */
export function announceEvents(context: InTransaction<Platform>, tx: Tx): void {
  afterCommitWith(tx, context, (full) => {
    const announcement = announcementOf(full);
    if (announcement.isPlanned) return;
    announcement.isPlanned = true;
    void announceSoon(full, announcement);
  });
}

async function announceSoon(context: Platform, announcement: { isPlanned: boolean }): Promise<void> {
  await sleep(pauseMs, undefined, { ref: false });
  announcement.isPlanned = false;
  try {
    await notifyOfEvents(context.db.sql, channel);
  } catch (error) {
    context.log.debug({ err: error }, 'could not announce new events');
  }
}

type Listener = () => void;

const listenersOf = contextState((context: Platform) => {
  const listeners = new Set<Listener>();
  const tellAll = () => {
    for (const listener of listeners) listener();
  };
  // Also after an outage of the database, in which notifications are lost.
  const listening = context.db.listen(channel, tellAll, tellAll);
  return { listeners, listening };
});

/** Calls `listener` when the log may have new events, of any process. Returns the function that stops it. */
export async function onNewEvents(context: Platform, listener: Listener): Promise<() => void> {
  const { listeners, listening } = listenersOf(context);
  listeners.add(listener);
  await listening;
  return () => void listeners.delete(listener);
}
