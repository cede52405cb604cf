import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getConversation,
  openDirectConversation,
  openPoolConversation,
  readConversation,
  readRoom,
} from '#contract/chat/chat.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { nodesEnv as env, startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let two: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env });
  two = await startTestApp({ env, beside: app });
  await insertPerson(two);
});

afterAll(async () => {
  closeChatClients();
  await two.close();
  await app.close();
});

const read = ({ client }: Person, id: string) => client.call(readConversation, { params: { id } });

it('tells the writer on another node what the other person has read', async () => {
  const [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  const { id, otherReadSeq } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
  expect(otherReadSeq).toBe(0);
  const [miaWindow, samWindow] = [await chatClient(two, mia), await chatClient(app, sam)];
  expect(await miaWindow.joinConversation(id)).toMatchObject({ otherReadSeq: 0 });
  const sent = await miaWindow.sendDirect(id, 'Have you seen this?');
  await samWindow.waitForEvent('message_received');
  expect(miaWindow.received('conversation_read')).toEqual([]);
  await read(sam, id);
  expect(await miaWindow.waitForEvent('conversation_read')).toEqual({
    conversationId: id,
    userId: sam.id,
    seq: sent.seq,
  });
  // The reader gets no mark about themselves.
  await quiet(samWindow);
  expect(samWindow.received('conversation_read')).toEqual([]);
  expect(await miaWindow.joinConversation(id)).toMatchObject({ otherReadSeq: sent.seq });
  expect(await mia.client.call(getConversation, { params: { id } })).toMatchObject({ otherReadSeq: sent.seq });
});

it.each(['reader', 'writer'])('shows no marks after a block by the %s', async (by) => {
  const [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  const { id } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
  const miaWindow = await chatClient(app, mia);
  await miaWindow.sendDirect(id, 'Before the block');
  const [blocker, blocked] = by === 'reader' ? [sam, mia] : [mia, sam];
  await blocker.client.call(blockUser, { params: { id: blocked.id } });
  await read(sam, id);
  await quiet(miaWindow);
  expect(miaWindow.received('conversation_read')).toEqual([]);
  expect(await miaWindow.joinConversation(id)).toMatchObject({ otherReadSeq: null });
  expect(await mia.client.call(getConversation, { params: { id } })).toMatchObject({ otherReadSeq: null });
  await blocker.client.call(unblockUser, { params: { id: blocked.id } });
  expect(await miaWindow.joinConversation(id)).toMatchObject({ otherReadSeq: expect.any(Number) });
});

it('has no marks in the chats of pools and categories', async () => {
  const [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  const pool = await makePool(mia);
  const { conversationId } = await mia.client.call(openPoolConversation, { body: { poolId: pool.id } });
  await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
  const miaWindow = await chatClient(app, mia);
  expect(await miaWindow.joinConversation(conversationId)).toMatchObject({ otherReadSeq: null });
  expect(await miaWindow.join('Comedy')).toMatchObject({ otherReadSeq: null });
  await miaWindow.sendDirect(conversationId, 'Hello, all');
  await read(sam, conversationId);
  await sam.client.call(readRoom, { params: { roomId: 'Comedy' } });
  await quiet(miaWindow);
  expect(miaWindow.received('conversation_read')).toEqual([]);
});
