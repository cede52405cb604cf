import { describe, expect, test } from 'vitest';
import { chatMessage as message } from '#testing/chat-message.ts';
import { groupChunks, MessageTree } from './message-tree.ts';

const roots = (tree: MessageTree) => tree.chunks.flatMap((chunk) => chunk.roots);

describe('MessageTree', () => {
  test('keeps each message once and in order, whatever order they arrive in', () => {
    const tree = new MessageTree(false);
    tree.addPage([message(5), message(6)]);
    tree.addPage([message(1), message(2)]);
    expect([8, 7, 6, 3].map((seq) => tree.add(message(seq)))).toEqual([true, true, false, true]);
    expect(roots(tree)).toEqual(['m1', 'm2', 'm3', 'm5', 'm6', 'm7', 'm8']);
  });

  test('places replies below their parent and rejects a reply to an unknown message unless loose', () => {
    const tree = new MessageTree(false);
    tree.addPage([message(1)]);
    tree.add(message(4, 1));
    tree.add(message(3, 1));
    tree.add(message(5, 3));
    expect(tree.childrenOf('m1')).toEqual(['m3', 'm4']);
    expect(tree.rootOf('m5')).toBe('m1');
    expect(tree.add(message(9, 7))).toBe(false);
    const loose = new MessageTree(true);
    loose.add(message(9, 7));
    expect(roots(loose)).toEqual(['m9']);
  });

  test('removes a message together with its replies', () => {
    const tree = new MessageTree(false);
    tree.addPage([message(1), message(2)]);
    tree.add(message(3, 1));
    tree.add(message(4, 3));
    tree.remove('m1');
    expect([...tree.messages.keys()]).toEqual(['m2']);
    tree.remove('m2');
    expect(tree.chunks).toEqual([]);
  });

  test('drops the oldest messages first', () => {
    const tree = new MessageTree(false);
    tree.addPage(Array.from({ length: 30 }, (_, index) => message(index + 1)));
    tree.add(message(31, 3));
    expect(tree.keepNewest(4)).toBe(true);
    expect(roots(tree)).toHaveLength(20);
    expect(tree.messages.size).toBe(20);
    expect(tree.oldestRootSeq()).toBe(11);
    expect(tree.keepNewest(4)).toBe(false);
  });

  test('replaces only the chunks that changed', () => {
    const tree = new MessageTree(false);
    tree.addPage([message(51), message(52)]);
    tree.addPage(Array.from({ length: 50 }, (_, index) => message(index + 1)));
    const before = tree.chunks;
    expect(before).toHaveLength(11);
    tree.add(message(53, 52));
    expect(tree.chunks.map((chunk, index) => chunk === before[index])).toEqual([...Array(10).fill(true), false]);
  });

  test('keeps the chunks of a group together when messages are added before and after', () => {
    const tree = new MessageTree(false);
    const page = (from: number) => Array.from({ length: 50 }, (_, index) => message(from + index));
    for (const from of [1001, 951, 901, 851]) tree.addPage(page(from));
    const before = groupChunks(tree.chunks);
    expect(before.map(({ length }) => length)).toEqual([20, 20]);
    for (let seq = 1051; seq < 1101; seq += 1) tree.add(message(seq));
    tree.addPage(page(801));
    const after = groupChunks(tree.chunks);
    expect(after.map(({ length }) => length)).toEqual([10, 20, 20, 10]);
    expect(after.slice(1, 3)).toEqual(before);
    expect(new Set(after.map(([first]) => first?.group)).size).toBe(4);
  });
});
