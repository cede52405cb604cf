import type { Platform } from '#server/platform/platform.ts';
import { listWithoutRights, turnOff } from './endpoints.sql.ts';
import { notifyTurnedOff } from './notify-turned-off.ts';

/** Turns off what may no longer get events, and tells the owner if it was because of an API token: they may not know that it ended. */
export async function endWithoutRights(context: Platform): Promise<void> {
  const { config, db } = context;
  for (const { id, userId, url, reason } of await listWithoutRights(db.sql, config)) {
    await db.tx(async (tx) => {
      if (!(await turnOff(tx, id, reason)) || reason !== 'token') return;
      await notifyTurnedOff(context, tx, { endpointId: id, userId, url, reason });
    });
  }
}
