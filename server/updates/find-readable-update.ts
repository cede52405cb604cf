import { appError } from '#contract/errors.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { mayReadUpdate, maySeeUpdate } from './policy.ts';
import { findUpdatePlace, type UpdatePlace } from './updates.sql.ts';

/** Finds an update that the viewer may read, except for the age gate. Throws `not_found`, `update_locked`. */
export async function findReadableUpdate(
  { db }: Pick<Platform, 'db'>,
  { actor }: Pick<Viewer, 'actor'>,
  id: string,
): Promise<UpdatePlace> {
  const update = await findUpdatePlace(db.sql, id, actor?.userId ?? null);
  if (!update || !maySeeUpdate(actor, update)) throw appError('not_found');
  if (!mayReadUpdate(actor, update)) throw appError('update_locked');
  return update;
}

/** The same for an action on the update, which an adult pool allows only after the age gate. Throws also `age_gate`. */
export async function findUpdateToUse(context: Platform, viewer: Viewer, id: string): Promise<UpdatePlace> {
  const update = await findReadableUpdate(context, viewer, id);
  assertNotAgeGated(context.config, viewer, update);
  return update;
}

/** Whether this person may read an update without being an admin; false if it is deleted. */
export async function readsUpdate(sql: Connection, userId: string, id: string): Promise<boolean> {
  return (await findUpdatePlace(sql, id, userId))?.readable ?? false;
}

/** Whether the viewer may read an update; false if it is deleted. */
export async function isUpdateReadable(sql: Connection, actor: Viewer['actor'], id: string): Promise<boolean> {
  const update = await findUpdatePlace(sql, id, actor?.userId ?? null);
  return update !== undefined && maySeeUpdate(actor, update) && mayReadUpdate(actor, update);
}
