import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const chatData: readonly PersonalData[] = [
  {
    name: 'conversations',
    about: msg`Direct conversations you are in, and pools whose chat you follow.`,
    rows: (sql, userId) => sql`
      select r.id, r.kind, r.pool_id, o.username as with_username, c.created_at, r.updated_at
      from chat_members c join chat_rooms r on r.id = c.room_id
      left join users o on o.id = case when r.first_id = ${userId} then r.second_id else r.first_id end
      where c.user_id = ${userId} and r.kind in ('pool', 'direct') order by c.created_at`,
  },
  {
    name: 'messages',
    about: msg`Messages you wrote in chats and direct conversations.`,
    rows: (sql, userId) => sql`
      select m.id, r.kind as room, k.name as category, r.pool_id, case when r.kind = 'direct' then r.id end as conversation_id,
        m.parent_id, m.content, m.created_at, m.edited_at, m.deleted_at,
        coalesce((
          select json_agg('/media/images/' || i.key || '.webp' order by x.position)
          from message_images x join images i on i.id = x.image_id where x.message_id = m.id), '[]') as pictures
      from messages m join chat_rooms r on r.id = m.room_id left join categories k on k.id = r.category_id
      where m.sender_id = ${userId} order by m.created_at`,
  },
  {
    name: 'message-versions',
    about: msg`Earlier texts of messages that you edited.`,
    rows: (sql, userId) => sql`
      select v.message_id, v.content, v.replaced_at from message_versions v join messages m on m.id = v.message_id
      where m.sender_id = ${userId} order by v.replaced_at`,
  },
  {
    name: 'reactions',
    about: msg`Your reactions to messages.`,
    rows: (sql, userId) => sql`
      select message_id, emoji, created_at from message_reactions where user_id = ${userId} order by created_at`,
  },
  {
    name: 'chat-mutes',
    about: msg`Chats in which an admin muted you.`,
    rows: (sql, userId) => sql`
      select r.kind as room, r.pool_id, m.reason, m.until, m.created_at from chat_mutes m join chat_rooms r on r.id = m.room_id
      where m.user_id = ${userId} order by m.created_at`,
  },
];
