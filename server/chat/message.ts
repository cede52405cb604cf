import type { Conversation, Mention, Message } from '#contract/chat/chat.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import { imageUrl } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { MessageImageRow } from './pictures/message-images.sql.ts';
import { conversationIdOf, type RoomRow, roomIdOf } from './room.ts';

/** A person as messages show them. */
export interface NamedRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** True if the display name and picture are hidden before the age gate. */
  adult: boolean;
}

export interface MessageRow {
  id: string;
  roomId: string;
  seq: number;
  event: Message['event'];
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  parentId: string | null;
  depth: number;
  replyCount: number;
  mentions: Mention[];
  images: MessageImageRow[] | null;
  /** Null for a system message. */
  sender: NamedRow | null;
  parentSender: NamedRow | null;
}

type RoomName = Pick<RoomRow, 'id' | 'kind' | 'categoryName'>;

export interface MessageReader {
  seesAdult: boolean;
  brandName: string;
}

/**
 * A message as it is broadcast to its room. All sockets get the same packet, so it contains adult names only in adult rooms, whose
 * members have all passed the age gate.
 */
export function messageForAll(
  { config: { brandName } }: Pick<Platform, 'config'>,
  row: MessageRow,
  room: RoomName & Pick<RoomRow, 'adult'>,
): Message {
  return messageOf(row, room, { seesAdult: room.adult, brandName });
}

/** A message as this reader sees it. */
export function messageOf(row: MessageRow, room: RoomName, { seesAdult, brandName }: MessageReader): Message {
  const sender = row.sender && summaryOf(row.sender, seesAdult);
  const answered = row.parentSender && summaryOf(row.parentSender, seesAdult);
  return {
    id: row.id,
    roomId: roomIdOf(room),
    conversationId: conversationIdOf(room),
    seq: row.seq,
    kind: row.event ? 'system' : 'text',
    event: row.event,
    content: row.content,
    ...(row.images ? { images: row.images.map(({ key, ...size }) => ({ url: imageUrl(key), ...size })) } : {}),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    senderId: sender?.id ?? null,
    senderName: sender ? nameOf(sender) : brandName,
    sender,
    parentMessageId: row.parentId,
    parentSender: answered && { id: answered.id, username: answered.username, displayName: answered.displayName },
    depth: row.depth,
    replyCount: row.replyCount,
    mentions: row.mentions,
  };
}

/** The last message of a conversation, as it is broadcast to conversation lists. */
export function lastMessageForAll(
  { config: { brandName } }: Pick<Platform, 'config'>,
  { sender: row, createdAt, ...last }: Pick<MessageRow, 'id' | 'content' | 'createdAt' | 'sender'>,
): NonNullable<Conversation['lastMessage']> {
  const sender = row && summaryOf(row, false);
  const senderName = sender ? nameOf(sender) : brandName;
  return { ...last, createdAt: createdAt.toISOString(), senderId: sender?.id ?? null, senderName, sender };
}

export function summaryOf({ adult, ...person }: NamedRow, seesAdult: boolean): Omit<NamedRow, 'adult'> {
  return maskAdultPerson(person, { adult, seesAdult });
}

export const nameOf = ({ displayName, username }: Pick<NamedRow, 'displayName' | 'username'>): string =>
  displayName ?? username;
