import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listMutedIds } from './settings.sql.ts';

const mutedIn = contextState(() => createTtlCache<ReadonlySet<string>>(5000));

/** Whether a person is muted in a room, cached for five seconds. For typing signals; `store_messages` decides about messages. */
export async function isMuted(context: Platform, roomId: string, userId: string): Promise<boolean> {
  const { sql } = context.db;
  const ids = await mutedIn(context).read(roomId, async () => new Set(await listMutedIds(sql, roomId)));
  return ids.has(userId);
}

/** Empties this node's cache, after a mute or its end. */
export function forgetMutes(context: Platform): void {
  mutedIn(context).clear();
}
