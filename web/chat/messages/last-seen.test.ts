import { expect, it } from 'vitest';
import { chatMessage } from '#testing/chat-message.ts';
import { lastSeenMessage } from './last-seen.ts';
import { MessageTree } from './message-tree.ts';

/** A conversation of these messages: number, sender, and the number of the message that it answers. */
function conversation(...said: [seq: number, senderId: 'me' | 'other', parent?: number][]) {
  const tree = new MessageTree(true);
  for (const [seq, senderId, parent] of said) tree.add({ ...chatMessage(seq, parent), senderId });
  return { tree, me: 'me', isOpen: (_: string) => true };
}

it('is my last message up to the position that the other person has read, also a reply', () => {
  const room = conversation([1, 'other'], [2, 'me'], [3, 'me', 1], [4, 'me'], [5, 'me', 3]);
  const seen = (readSeq: number | null) => lastSeenMessage(room, readSeq);
  expect([null, 1, 2, 3, 4, 5].map(seen)).toEqual([undefined, undefined, 'm2', 'm3', 'm4', 'm5']);
});

it('counts as read the messages above an answer of the other person', () => {
  expect(lastSeenMessage(conversation([1, 'me'], [2, 'me'], [3, 'other', 1], [4, 'me']), 0)).toBe('m2');
});

it('is the message at which the thread is closed', () => {
  const room = conversation([1, 'other'], [2, 'other', 1], [3, 'me', 2]);
  const closed = (...ids: string[]) => ({ ...room, isOpen: (id: string) => !ids.includes(id) });
  expect(lastSeenMessage(closed('m2'), 3)).toBe('m2');
  expect(lastSeenMessage(closed('m1', 'm2'), 3)).toBe('m1');
  expect(lastSeenMessage(closed('m3'), 3)).toBe('m3');
});
