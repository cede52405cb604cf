import type { ReactionEmoji } from '#contract/limits.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Locks the person's account, then the message, so that concurrent toggles run one after another. Returns false if either is deleted. */
export async function lockForReaction(tx: Tx, messageId: string, userId: string): Promise<boolean> {
  const people = await tx`select from users where id = ${userId} and deleted_at is null for key share`;
  const messages = await tx`
    select from messages where id = ${messageId} and deleted_at is null and sender_id is not null for no key update`;
  return people.length > 0 && messages.length > 0;
}

/** Adds the reaction, or removes it if it exists. */
export async function toggleReactionRow(
  tx: Tx,
  { messageId, emoji, userId }: { messageId: string; emoji: ReactionEmoji; userId: string },
): Promise<'added' | 'removed'> {
  const [gone] = await tx`
    delete from message_reactions where message_id = ${messageId} and emoji = ${emoji} and user_id = ${userId} returning emoji`;
  if (gone) return 'removed';
  await tx`insert into message_reactions (message_id, emoji, user_id) values (${messageId}, ${emoji}, ${userId})`;
  return 'added';
}

export interface GroupRow {
  messageId: string;
  emoji: ReactionEmoji;
  count: number;
  userIds: string[];
}

export async function listGroups(sql: Connection, messageIds: string[]): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    select message_id, emoji, count(*) as count, array_agg(user_id order by created_at, user_id) as user_ids
    from message_reactions where message_id = any(${messageIds}::uuid[]) group by message_id, emoji`;
}
