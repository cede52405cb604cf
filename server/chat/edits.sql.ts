import type { Mention } from '#contract/chat/chat.ts';
import { limits } from '#contract/limits.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { isClosed } from './rooms.sql.ts';

const windowOf = (tx: Tx) => tx`make_interval(mins => ${limits.chat.editMinutes})`;

/** A message that its sender wants to edit, and what forbids it. */
export interface EditedRow {
  senderId: string | null;
  content: string;
  mentions: Mention[];
  editCount: number;
  /** The sender of the message that it answers. */
  answeredId: string | null;
  isSuspended: boolean;
  isTooLate: boolean;
  isClosed: boolean;
  muted: boolean;
  mutedUntil: Date | null;
}

/**
 * Locks the editor and then the message's room, in the order of `store_messages`, and reads what decides about an edit. Returns undefined
 * if the message is deleted.
 */
export async function lockForEdit(tx: Tx, id: string, editorId: string): Promise<EditedRow | undefined> {
  await tx`select from users where id = ${editorId} for key share`;
  await tx`select from chat_rooms r where r.id = (select room_id from messages where id = ${id}) for no key update`;
  const [row] = await tx<EditedRow[]>`
    select m.sender_id, m.content, m.mentions, a.sender_id as answered_id,
      (select count(*) from message_versions v where v.message_id = m.id) as edit_count,
      u.suspended_at is not null or u.deleted_at is not null as is_suspended,
      m.created_at <= clock_timestamp() - ${windowOf(tx)} as is_too_late, ${isClosed(tx)} as is_closed,
      x.user_id is not null and u.role <> 'admin' as muted, x.until as muted_until
    from messages m join chat_rooms r on r.id = m.room_id join users u on u.id = ${editorId}
    left join messages a on a.id = m.parent_id
    left join chat_mutes x on x.room_id = r.id and x.user_id = u.id and (x.until is null or x.until > clock_timestamp())
    where m.id = ${id} and m.deleted_at is null`;
  return row;
}

/** Replaces a message's text under the room's number `seq` and keeps the earlier text. False if the time to edit is over. */
export async function replaceText(
  tx: Tx,
  { id, seq, content, mentions }: { id: string; seq: number; content: string; mentions: Mention[] },
): Promise<boolean> {
  const rows = await tx`
    with before as (select id, content from messages where id = ${id}),
    edited as (
      update messages m
      set content = ${content}, mentions = ${JSON.stringify(mentions)}::text::jsonb, edited_at = clock_timestamp(), changed_seq = ${seq}
      where m.id = ${id} and m.deleted_at is null and m.created_at > clock_timestamp() - ${windowOf(tx)} returning m.id)
    insert into message_versions (message_id, replaced_seq, content)
    select b.id, ${seq}, b.content from before b join edited e on e.id = b.id returning message_id`;
  return rows.length > 0;
}
