import type { Conversation } from '#contract/chat/chat.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { ChatContext } from './chat-context.ts';
import { type ConversationRow, listConversationRows } from './conversations.sql.ts';
import { nameOf, summaryOf } from './message.ts';
import type { ChatMember } from './policy.ts';

/** Lists a person's conversations, latest first. */
export function listConversations(context: ChatContext, member: ChatMember): Promise<Conversation[]> {
  return read(context, member, { only: null, limit: limits.chat.conversationsShown });
}

/** Reads one conversation, even if it is not in the person's list. Throws not_found. */
export async function readConversationItem(
  context: ChatContext,
  member: ChatMember,
  id: string,
): Promise<Conversation> {
  const [conversation] = await read(context, member, { only: id, limit: 1 });
  if (!conversation) throw appError('not_found');
  return conversation;
}

async function read(
  context: ChatContext,
  { actor, seesAdult }: ChatMember,
  which: { only: string | null; limit: number },
): Promise<Conversation[]> {
  const isAdmin = actor.role === 'admin';
  const rows = await listConversationRows(context.db.sql, actor.userId, { ...which, isAdmin });
  const cards = await readPoolCards(
    context,
    rows.flatMap(({ poolId }) => poolId ?? []),
    seesAdult,
  );
  const { brandName } = context.config;
  return rows.map((row) =>
    conversationOf(row, row.poolId === null ? undefined : cards.get(row.poolId), { seesAdult, brandName }),
  );
}

function conversationOf(
  row: ConversationRow,
  card: PoolCard | undefined,
  { seesAdult, brandName }: { seesAdult: boolean; brandName: string },
): Conversation {
  const { last } = row;
  const sender = last?.sender ? summaryOf(last.sender, seesAdult) : null;
  return {
    id: row.id,
    type: row.kind,
    poolId: row.poolId,
    poolTitle: card?.title ?? null,
    poolPath: card?.canonicalPath ?? null,
    otherUser: row.other && summaryOf(row.other, seesAdult),
    canSend: !row.isClosed,
    otherReadSeq: row.otherReadSeq,
    unreadCount: row.unreadCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastMessage: last && {
      id: last.id,
      // The text of an adult pool's chat is hidden before the age gate.
      content: isAgeGated({ seesAdult }, { adult: row.poolAdult }) ? '' : last.content,
      createdAt: new Date(last.createdAt).toISOString(),
      senderId: sender?.id ?? null,
      senderName: sender ? nameOf(sender) : brandName,
      sender,
    },
  };
}
