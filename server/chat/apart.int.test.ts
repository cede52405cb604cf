import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCategoryMessages } from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { toggleReaction } from '#contract/chat/reactions.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { nodesEnv as env, startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

/** Two people in one room with a block between them, on two nodes. */
let one: TestApp;
let two: TestApp;

beforeAll(async () => {
  one = await startTestApp({ env });
  two = await startTestApp({ env, beside: one });
  // Enables cookie sign-in on the second node.
  await insertPerson(two);
});
afterAll(async () => {
  closeChatClients();
  await two.close();
  await one.close();
});

const block = (who: Person, other: Person) => who.client.call(blockUser, { params: { id: other.id } });
const unblock = (who: Person, other: Person) => who.client.call(unblockUser, { params: { id: other.id } });
const idsOf = (window: ChatClient) => window.received('room_message_received').map(({ id }) => id);

/** Mia on the first node, Sam on the second, and Ada, who reads both, on each. All have the room open. */
async function open(room: string) {
  const [mia, sam, ada] = [await insertPerson(one), await insertPerson(one), await insertPerson(one)];
  const [miaWindow, samWindow] = [await chatClient(one, mia), await chatClient(two, sam)];
  const adaWindows = [await chatClient(one, ada), await chatClient(two, ada)];
  for (const window of [miaWindow, samWindow, ...adaWindows]) await window.join(room);
  const bothHear = async (id: string) => {
    for (const window of adaWindows) await window.waitForEvent('room_message_received', (message) => message.id === id);
    for (const window of [miaWindow, samWindow]) await quiet(window);
  };
  return { mia, sam, ada, miaWindow, samWindow, adaWindows, bothHear };
}

/** Resolves once both nodes have heard of the block or its end. */
async function noticed(windows: ChatClient[], times: number): Promise<void> {
  for (const window of windows) await expect.poll(() => window.received('blocks_changed').length).toBe(times);
}

describe.each(['Mia', 'Sam'])('a block by %s while both have the room open', (blocker) => {
  it('hides what each writes, edits and reacts from the other, and from no one else', async () => {
    const { mia, sam, miaWindow, samWindow, adaWindows, bothHear } = await open('Comedy');
    const before = await miaWindow.say('Comedy', 'Before the block');
    await samWindow.waitForEvent('room_message_received', ({ id }) => id === before.id);
    await (blocker === 'Mia' ? block(mia, sam) : block(sam, mia));
    await noticed([miaWindow, samWindow], 1);
    const fromMia = await miaWindow.say('Comedy', 'Mia writes');
    const fromSam = await samWindow.say('Comedy', 'Sam writes');
    await mia.client.call(editMessage, { params: { id: fromMia.id }, body: { content: 'Mia writes better' } });
    await sam.client.call(toggleReaction, { params: { id: fromSam.id }, body: { emoji: '👍' } });
    for (const window of adaWindows) {
      await window.waitForEvent('message_changed', ({ id }) => id === fromMia.id);
      await window.waitForEvent('reaction_updated', ({ messageId }) => messageId === fromSam.id);
    }
    await bothHear(fromSam.id);
    expect(idsOf(miaWindow)).toEqual([before.id, fromMia.id]);
    expect(idsOf(samWindow)).toEqual([before.id, fromSam.id]);
    expect(samWindow.received('message_changed')).toEqual([]);
    expect(miaWindow.received('reaction_updated')).toEqual([]);
  });

  it('leaves no gap that a catch-up would ask for again', async () => {
    const { mia, sam, miaWindow, samWindow } = await open('Music');
    const first = await samWindow.say('Music', 'The last that both know');
    await (blocker === 'Mia' ? block(mia, sam) : block(sam, mia));
    for (let n = 0; n < 5; n += 1) await miaWindow.say('Music', `Unseen ${n}`);
    const own = await samWindow.say('Music', 'Seen');
    const hidden = await miaWindow.say('Music', 'The newest is hidden');
    const readAfter = (seq: number) =>
      sam.client.call(listCategoryMessages, { params: { id: 'Music' }, query: { after: seq } });
    const page = await readAfter(first.seq);
    expect(page.messages.map(({ id }) => id)).toEqual([own.id]);
    expect(page).toMatchObject({ hasMore: false, lastSeq: hidden.seq, deleted: [] });
    expect(await readAfter(page.lastSeq)).toMatchObject({ messages: [], hasMore: false, lastSeq: hidden.seq });
    // Joining again finds nothing to catch up with.
    await samWindow.ask('leave_room', 'Music');
    expect(await samWindow.join('Music')).toMatchObject({ lastSeq: hidden.seq });
  });
});

it('windows that open after the block get nothing either', async () => {
  const { mia, sam, adaWindows, bothHear } = await open('Art');
  await block(sam, mia);
  const windows = [await chatClient(two, mia), await chatClient(one, sam)];
  for (const window of windows) await window.join('Art');
  const said = await Promise.all(windows.map((window, n) => window.say('Art', `From window ${n}`)));
  for (const { id } of said) await bothHear(id);
  for (const [n, window] of windows.entries()) {
    await quiet(window);
    expect(idsOf(window)).toEqual([said[n]?.id]);
  }
  expect(adaWindows.map(idsOf).map((ids) => ids.length)).toEqual([2, 2]);
});

it('the end of one block leaves them apart while the other person’s block stands', async () => {
  const { mia, sam, miaWindow, samWindow, bothHear } = await open('Comedy');
  await block(mia, sam);
  await block(sam, mia);
  await unblock(mia, sam);
  await noticed([miaWindow, samWindow], 3);
  const unseen = await samWindow.say('Comedy', 'Not yet');
  await bothHear(unseen.id);
  expect(idsOf(miaWindow)).toEqual([]);
  await unblock(sam, mia);
  await noticed([miaWindow, samWindow], 4);
  const seen = await samWindow.say('Comedy', 'Now');
  await miaWindow.waitForEvent('room_message_received', ({ id }) => id === seen.id);
  expect(idsOf(miaWindow)).toEqual([seen.id]);
});

it('people who block and unblock each other at the same moment end as their last choices say', async () => {
  for (let round = 0; round < 30; round += 1) {
    const { mia, sam, miaWindow, samWindow, bothHear } = await open('Music');
    await block(mia, sam);
    await block(sam, mia);
    await Promise.all([unblock(mia, sam), unblock(sam, mia)]);
    await noticed([miaWindow, samWindow], 4);
    const said = await samWindow.say('Music', 'Together again');
    await bothHear(said.id);
    expect(idsOf(miaWindow)).toEqual([said.id]);
  }
});

it('an admin who blocked a person still gets their messages, and the person gets none of the admin’s', async () => {
  const [admin, sam] = [await insertPerson(one, 'admin'), await insertPerson(one)];
  const [adminWindow, samWindow] = [await chatClient(two, admin), await chatClient(one, sam)];
  for (const window of [adminWindow, samWindow]) await window.join('Dance');
  await block(admin, sam);
  await noticed([adminWindow, samWindow], 1);
  const own = await samWindow.say('Dance', 'Seen by the admin');
  await adminWindow.waitForEvent('room_message_received', ({ id }) => id === own.id);
  const hidden = await adminWindow.say('Dance', 'Not for Sam');
  await adminWindow.waitForEvent('room_message_received', ({ id }) => id === hidden.id);
  await quiet(samWindow);
  expect(idsOf(samWindow)).toEqual([own.id]);
});

it('a message behind a block cannot be answered, reacted to or opened', async () => {
  const { mia, sam, miaWindow, samWindow } = await open('Film');
  const said = await miaWindow.say('Film', 'Before');
  await block(sam, mia);
  const answer = await samWindow.say('Film', 'An answer', { parentMessageId: said.id });
  expect(answer.error?.code).toBe('message_deleted');
  const react = sam.client.call(toggleReaction, { params: { id: said.id }, body: { emoji: '👍' } });
  await expect(react).rejects.toMatchObject({ code: 'not_found' });
});
