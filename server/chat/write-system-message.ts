import type { Message as ChatMessage } from '#contract/chat/chat.ts';
import { inEnglish, type Message, msg } from '#contract/language/text.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import { broadcastMessage } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { messageForAll } from './message.ts';
import { findRoomRow } from './rooms.sql.ts';
import { insertSystemMessage } from './store-messages.sql.ts';

type Event = NonNullable<ChatMessage['event']>;

const lines: Record<Event, Message> = {
  goal_met: msg`The goal is met. The creator has been notified.`,
  accepted: msg`The creator accepted this tip pool.`,
  delivered: msg`The content was delivered. Everyone who paid can see it now.`,
};

const isEvent = (status: string): status is Event => status in lines;

/** Writes a system message about a pool's transition into its chat, once per transition even if the job repeats, and once a
 * day for a goal that is met again. */
export async function writeSystemMessage(
  context: ChatContext,
  { poolId, to, moveId, reason, at }: Pick<FactMap['pool.transitioned'], 'poolId' | 'to' | 'moveId' | 'reason' | 'at'>,
): Promise<void> {
  if (!isEvent(to)) return;
  // A goal that is met has no reason. With one, the pool only waits for the creator's answer after its funding deadline.
  if (to === 'goal_met' && reason !== null) return;
  // Any fan can lower and raise a pledge, and the pool can meet its goal many times.
  const nonce = to === 'goal_met' && at ? `goal_met:${at.slice(0, 'YYYY-MM-DD'.length)}` : String(moveId);
  await context.db.tx(async (tx) => {
    const room = await findRoomRow(tx, { by: 'pool', poolId });
    if (!room) return;
    // In English, because the message is stored for everyone.
    const content = inEnglish(lines[to]);
    const stored = await insertSystemMessage(tx, { roomId: room.id, event: to, content, nonce });
    if (!stored) return;
    const none = {
      editedAt: null,
      parentId: null,
      depth: 1,
      replyCount: 0,
      mentions: [],
      images: null,
      sender: null,
      parentSender: null,
    };
    const row = { ...stored, ...none, roomId: room.id, event: to, content };
    afterCommit(tx, () =>
      broadcastMessage(context, room, messageForAll(context, row, room), { parentReplyCount: null }),
    );
  });
}
