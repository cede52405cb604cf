import type { Tx } from '#server/platform/postgres/db.ts';

/** Deletes in the order of the updates, because the trigger that updates their counts locks them. */
export async function deleteUpdateLikesOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx<
    { updateId: string }[]
  >`select update_id from update_likes where user_id = ${userId} order by update_id`;
  for (const { updateId } of rows) {
    await tx`delete from update_likes where user_id = ${userId} and update_id = ${updateId}`;
  }
}

/** A trigger updates the counts. */
export async function wipeCommentsOf(tx: Tx, userId: string): Promise<void> {
  await tx`
    update comments set content = '', deleted_at = clock_timestamp()
    where author_id = ${userId} and deleted_at is null`;
}
