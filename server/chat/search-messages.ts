import type { MessagesFound } from '#contract/chat/chat-search.ts';
import { limits } from '#contract/limits.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { ChatContext } from './chat-context.ts';
import { nameOf, summaryOf } from './message.ts';
import type { ChatMember } from './policy.ts';
import { findMessages, foldWords } from './search.sql.ts';

const { pageSize, wordsMax, min } = limits.messageSearch;

/** Searches the member's conversations for messages that contain every word of the text, the latest first. */
export async function searchMessages(
  context: ChatContext,
  member: ChatMember,
  { q, before }: { q: string; before?: string | undefined },
): Promise<MessagesFound> {
  const none = { messages: [], hasMore: false };
  if (q.length < min) return none;
  const patterns = await foldWords(context.db.sql, q.split(/\s+/).slice(0, wordsMax));
  if (patterns.length === 0) return none;
  const { seesAdult } = member;
  const rows = await findMessages(context.db.sql, {
    userId: member.actor.userId,
    patterns,
    isAdmin: member.actor.role === 'admin',
    seesAdult,
    beforeId: before ?? null,
    limit: pageSize + 1,
  });
  const pageRows = rows.slice(0, pageSize);
  const poolIds = pageRows.flatMap(({ poolId }) => poolId ?? []);
  const cards = await readPoolCards(context, poolIds, member.seesAdult);
  return {
    hasMore: rows.length > pageSize,
    messages: pageRows.map((row) => {
      const sender = summaryOf(row.sender, seesAdult);
      return {
        id: row.id,
        threadId: row.threadId,
        content: row.content,
        createdAt: row.createdAt.toISOString(),
        sender,
        senderName: nameOf(sender),
        conversation: {
          id: row.roomId,
          type: row.kind,
          poolId: row.poolId,
          poolTitle: (row.poolId === null ? undefined : cards.get(row.poolId))?.title ?? null,
          otherUser: row.other && summaryOf(row.other, seesAdult),
        },
      };
    }),
  };
}
