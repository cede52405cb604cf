import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteMessage, listConversations, openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { blockUser } from '#contract/people.ts';
import { deleteAccount } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let mia: Person;
let sam: Person;
let eve: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;
let evesWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

/** New people, so that each test has its own lists. */
async function createPeople(): Promise<void> {
  [mia, sam, eve] = [await insertPerson(app), await insertPerson(app), await insertPerson(app)];
  [miaWindow, samWindow, evesWindow] = [
    await chatClient(app, mia),
    await chatClient(app, sam),
    await chatClient(app, eve),
  ];
}

const direct = async (who: Person, other: Person) =>
  (await who.client.call(openDirectConversation, { body: { otherUserId: other.id } })).id;
const list = (who: Person) => who.client.call(listConversations);
const order = async (who: Person) => (await list(who)).map(({ id }) => id);

/** Mia's conversations with Sam and Eve, the one with Sam on top because of its last message. */
async function twoConversations() {
  await createPeople();
  const [withSam, withEve] = [await direct(mia, sam), await direct(mia, eve)];
  const first = await miaWindow.sendDirect(withSam, 'First');
  await miaWindow.sendDirect(withEve, 'Second');
  const last = await samWindow.sendDirect(withSam, 'Third');
  expect(await order(mia)).toEqual([withSam, withEve]);
  return { withSam, withEve, first, last };
}

describe('the position of a conversation in the list', () => {
  it('follows the last remaining message after a deletion, live and on reload', async () => {
    const { withSam, withEve, first, last } = await twoConversations();
    await sam.client.call(deleteMessage, { params: { id: last.id } });
    for (const window of [miaWindow, samWindow]) {
      const news = await window.waitForEvent(
        'conversation_updated',
        ({ lastMessage, isNew }) => !isNew && lastMessage != null,
      );
      expect(news).toMatchObject({
        conversationId: withSam,
        updatedAt: first.createdAt,
        lastMessage: { id: first.id },
      });
    }
    expect(await order(mia)).toEqual([withEve, withSam]);
    expect((await list(sam))[0]).toMatchObject({ updatedAt: first.createdAt });
    await mia.client.call(deleteMessage, { params: { id: first.id } });
    const [, emptied] = await list(mia);
    expect(emptied).toMatchObject({ id: withSam, lastMessage: null });
    expect(emptied?.updatedAt).toBe(emptied?.createdAt);
  });

  it('does not change when an earlier message is deleted', async () => {
    const { withSam, withEve, first, last } = await twoConversations();
    await mia.client.call(deleteMessage, { params: { id: first.id } });
    expect(await order(mia)).toEqual([withSam, withEve]);
    expect((await list(mia))[0]).toMatchObject({ updatedAt: last.createdAt });
  });

  it('changes when the writer of the last message deletes their account', async () => {
    const { withSam, withEve, first } = await twoConversations();
    // A person without a password needs a fresh sign-in.
    await app.context.db.sql`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (${sam.id}, ${randomBytes(32)}, ${sam.id}, now() + interval '1 day')`;
    await sam.client.call(deleteAccount, { body: {} });
    await miaWindow.waitForEvent(
      'conversation_updated',
      ({ updatedAt, isNew }) => !isNew && updatedAt === first.createdAt,
    );
    expect(await order(mia)).toEqual([withEve, withSam]);
  });
});

describe('updates of a pool conversation', () => {
  it('reach members in other rooms, but not people who blocked the writer', async () => {
    await createPeople();
    const { id: poolId } = await makePool(mia);
    const follow = { body: { poolId } };
    const { conversationId } = await mia.client.call(openPoolConversation, follow);
    for (const who of [sam, eve]) await who.client.call(openPoolConversation, follow);
    await eve.client.call(blockUser, { params: { id: mia.id } });
    const sent = await miaWindow.sendDirect(conversationId, 'Anyone here?');
    const news = await samWindow.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage?.id === sent.id);
    expect(news).toMatchObject({ type: 'pool', isNew: true, lastMessage: { senderId: mia.id } });
    await quiet(evesWindow);
    expect(evesWindow.received('conversation_updated').filter(({ isNew }) => isNew)).toEqual([]);
    await mia.client.call(deleteMessage, { params: { id: sent.id } });
    const after = await samWindow.waitForEvent('conversation_updated', ({ lastMessage }) => lastMessage === null);
    expect(after).not.toHaveProperty('isNew');
  });
});
