import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { erasedText } from './account-deletion.sql.ts';

/** Invariants of the chat for `cli check`: each query must return no rows. */
export const chatInvariants: readonly Invariant[] = [
  {
    name: 'every pool and every category has its room',
    sql: `select 'pool' as kind, p.id::text from pools p where not exists (select from chat_rooms r where r.pool_id = p.id)
      union all
      select 'category', c.id::text from categories c where not exists (select from chat_rooms r where r.category_id = c.id)`,
  },
  {
    name: 'numbers of a room are never ahead of its counter',
    sql: `select r.id, r.last_seq from chat_rooms r
      where r.last_seq < (select greatest(max(m.seq), max(m.deleted_seq), max(m.changed_seq)) from messages m where m.room_id = r.id)`,
  },
  {
    name: 'reply counts of messages equal their replies that are not deleted',
    sql: `select m.id, m.reply_count, coalesce(a.n, 0) as should_be
      from messages m left join (
        select parent_id, count(*) as n from messages where parent_id is not null and deleted_at is null group by parent_id) a
        on a.parent_id = m.id
      where m.deleted_at is null and m.reply_count <> coalesce(a.n, 0)`,
  },
  {
    name: 'replies are in the room of their parent, one level below it, and are deleted with it',
    sql: `select a.id from messages a join messages m on m.id = a.parent_id
      where a.room_id <> m.room_id or a.depth <> m.depth + 1 or m.sender_id is null
        or (a.deleted_at is null and m.deleted_at is not null)`,
  },
  {
    name: 'direct conversations have their two people and no one else',
    sql: `select r.id from chat_rooms r where r.kind = 'direct' and (
        exists (select from chat_members c where c.room_id = r.id and c.user_id not in (r.first_id, r.second_id))
        or exists (select from messages m where m.room_id = r.id and m.sender_id not in (r.first_id, r.second_id)))`,
  },
  {
    name: 'read positions are never ahead of the room',
    sql: `select c.room_id, c.user_id from chat_members c join chat_rooms r on r.id = c.room_id where c.read_seq > r.last_seq`,
  },
  {
    name: 'reactions belong to messages that are not deleted',
    sql: `select x.message_id from message_reactions x join messages m on m.id = x.message_id
      where m.deleted_at is not null or m.sender_id is null`,
  },
  {
    name: 'an edited message has its earlier texts until it is deleted',
    sql: `select m.id from messages m
      where (m.edited_at is not null and m.deleted_at is null) <> exists (select from message_versions v where v.message_id = m.id)`,
  },
  {
    name: 'a deleted account has left no words, reactions or mutes',
    sql: `select u.id, 'message' as fault from users u join messages m on m.sender_id = u.id
      where u.deleted_at is not null and m.deleted_at is null and m.content <> '${erasedText}'
      union all
      select u.id, 'earlier text' from users u join messages m on m.sender_id = u.id join message_versions v on v.message_id = m.id
      where u.deleted_at is not null
      union all
      select u.id, 'reaction' from users u join message_reactions x on x.user_id = u.id where u.deleted_at is not null
      union all
      select u.id, 'mute' from users u join chat_mutes x on x.user_id = u.id where u.deleted_at is not null`,
  },
];
