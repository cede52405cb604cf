import type { Message } from '#contract/chat/chat.ts';
import { limits } from '#contract/limits.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomOfMessage } from './find-room.ts';
import { messageOf } from './message.ts';
import { listBelow } from './messages.sql.ts';
import type { ChatViewer } from './policy.ts';

const { pageSize } = limits.chat;

/** Lists the direct replies to a message, oldest first. Throws not_found, and as `findRoom`. */
export async function listReplies(
  context: ChatContext,
  viewer: ChatViewer,
  { id, page }: { id: string; page: number },
): Promise<{ replies: Message[]; hasMore: boolean }> {
  const { sql } = context.db;
  const room = await findRoomOfMessage(context, viewer, id);
  const viewerId = viewer.actor?.userId ?? null;
  const offset = (page - 1) * pageSize;
  const rows = await listBelow(sql, { parentId: id, viewerId, limit: pageSize + 1, offset });
  const reader = { seesAdult: viewer.seesAdult, brandName: context.config.brandName };
  return {
    replies: rows.slice(0, pageSize).map((row) => messageOf(row, room, reader)),
    hasMore: rows.length > pageSize,
  };
}
