import type { Message } from '#contract/chat/chat.ts';

/** A message of a category room. `parent` is the number of the message that it answers. */
export const chatMessage = (seq: number, parent: number | null = null): Message => ({
  id: `m${seq}`,
  roomId: 'Comedy',
  conversationId: null,
  seq,
  kind: 'text',
  event: null,
  content: `number ${seq}`,
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
  senderId: 'u1',
  senderName: 'Mara',
  sender: null,
  parentMessageId: parent === null ? null : `m${parent}`,
  parentSender: null,
  depth: parent === null ? 1 : 2,
  replyCount: 0,
  mentions: [],
});
