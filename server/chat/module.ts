import type {} from '#server/accounts/facts.ts';
import type {} from '#server/comments/facts.ts';
import type {} from '#server/media/hooks.ts';
import type {} from '#server/people/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/facts.ts';
import { chatInvariants } from './check-chat.ts';
import { checkPostedMessage } from './check-posted-message.ts';
import { erasePerson } from './erase-person.ts';
import { openChat } from './open-chat.ts';
import { chatData } from './personal-data.sql.ts';
import { messageImageUses } from './pictures/message-images.sql.ts';
import { refreshPoolRoom } from './refresh-pool-room.ts';
import { chatRoutes } from './routes.ts';
import { separateSockets } from './separate-sockets.ts';
import { chatSockets } from './sockets.ts';
import { writeSystemMessage } from './write-system-message.ts';

/** Rooms, conversations, messages and reactions: written over sockets, read over HTTP, and stored before they are broadcast. */
export function chatModule(base: Platform): Module {
  const context = openChat(base);
  const { facts } = context;
  facts.on('pool.transitioned', 'chat', (move) => writeSystemMessage(context, move));
  facts.within('pool.transitioned', (tx, move) => refreshPoolRoom(context, tx, move));
  facts.within('comment.made', async (tx, { messageId, ...comment }) => {
    if (messageId) await checkPostedMessage(tx, { ...comment, messageId });
  });
  context.hooks.handle('image.uses', messageImageUses);
  facts.within('user.left', (tx, { userId }) => erasePerson(context, tx, userId));
  facts.within('user.blocked', (tx, pair) => separateSockets(context, tx, pair, true));
  facts.within('user.unblocked', (tx, pair) => separateSockets(context, tx, pair, false));
  return {
    routes: chatRoutes(context),
    sockets: chatSockets(context),
    invariants: chatInvariants,
    personalData: chatData,
  };
}
