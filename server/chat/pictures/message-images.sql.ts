import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** A picture of a message, in JSON. */
export interface MessageImageRow {
  /** `images.key`. */
  key: string;
  width: number;
  height: number;
}

/** SQL expression: the pictures of the message with this id, in their order; null if there are none. */
export const imagesOfMessage = (sql: Connection, messageId: Fragment): Fragment => sql`(
  select jsonb_agg(jsonb_build_object('key', i.key, 'width', i.width, 'height', i.height) order by x.position)
  from message_images x join images i on i.id = x.image_id where x.message_id = ${messageId})`;

/**
 * The messages that show a picture: to the two people of a direct conversation, and otherwise to everyone who may see the pool. Admins do not read
 * direct conversations.
 */
export function messageImageUses(
  sql: Connection,
  { id, viewerId }: { id: Fragment; viewerId: string | null },
): Fragment {
  const viewer = sql`${viewerId}::uuid`;
  return sql`
    select coalesce(p.adult, k.adult, false) as adult, m.sender_id as owner_id,
      case when r.kind = 'direct' then coalesce(${viewer} in (r.first_id, r.second_id), false)
        when p.status in ('in_review', 'removed') then coalesce(${viewer} in (p.owner_id, p.assigned_creator_id), false) end as readable,
      r.kind = 'direct' as private
    from message_images x join messages m on m.id = x.message_id join chat_rooms r on r.id = m.room_id
      left join pools p on p.id = r.pool_id left join categories k on k.id = r.category_id
    where x.image_id = ${id} and m.deleted_at is null`;
}

/** Locks senders before their pictures, in the order of an account's deletion. */
export async function lockSenders(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx`select from users where id = any(${userIds as string[]}::uuid[]) order by id for key share`;
}

/** A picture that a message gets. `position` is its place in the message, from 1. */
export interface NewMessageImage {
  messageId: string;
  imageId: string;
  position: number;
}

/** Gives messages their pictures. Returns those of each message in their order. */
export async function insertMessageImages(
  tx: Tx,
  images: readonly NewMessageImage[],
): Promise<(MessageImageRow & { messageId: string })[]> {
  return tx<(MessageImageRow & { messageId: string })[]>`
    with given as (
      select * from unnest(
        ${images.map(({ messageId }) => messageId)}::uuid[], ${images.map(({ imageId }) => imageId)}::uuid[],
        ${images.map(({ position }) => position)}::int[]) as given (message_id, image_id, position)),
    stored as (insert into message_images (message_id, image_id, position) select * from given)
    select given.message_id, i.key, i.width, i.height from given join images i on i.id = given.image_id
    order by given.message_id, given.position`;
}

/** Takes the pictures from messages. Returns their keys, in the order in which their rows are locked. */
export async function takeImagesOfMessages(tx: Tx, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    with gone as (delete from message_images where message_id = any(${messageIds as string[]}::uuid[]) returning image_id)
    select distinct i.key from gone join images i on i.id = gone.image_id order by i.key`;
  return rows.map(({ key }) => key);
}

/** Takes the pictures from all messages of a person in a room. Returns their keys, in the order in which their rows are locked. */
export async function takeImagesOfSender(tx: Tx, roomId: string, userId: string): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    with gone as (
      delete from message_images x using messages m
      where m.room_id = ${roomId} and m.sender_id = ${userId} and x.message_id = m.id returning x.image_id)
    select distinct i.key from gone join images i on i.id = gone.image_id order by i.key`;
  return rows.map(({ key }) => key);
}
