import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWordFilter, muteInRoom, setWordFilter } from '#contract/admin/chat-moderation.ts';
import { listReports } from '#contract/admin/moderation.ts';
import {
  deleteMessage,
  listCategoryMessages,
  listConversationMessages,
  listConversations,
  type Message,
  openDirectConversation,
  openPoolConversation,
  readRoom,
} from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { makeReport } from '#contract/reports.ts';
import { deleteAccount } from '#contract/settings.ts';
import { nodesEnv as env, runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { chatData } from './personal-data.sql.ts';

/** Two nodes on one database. */
let app: TestApp;
let two: TestApp;
let admin: Person;
let mia: Person;
let sam: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp({ env });
  two = await startTestApp({ env, beside: app });
  await insertPerson(two);
  [admin, mia, sam] = [await insertPerson(app, 'admin'), await insertPerson(app), await insertPerson(app)];
  [miaWindow, samWindow] = [await chatClient(app, mia), await chatClient(two, sam)];
});

afterAll(async () => {
  closeChatClients();
  await two.close();
  await app.close();
});

const edit = ({ client }: Person, id: string, content: unknown) =>
  client.call(editMessage, { params: { id }, body: { content: content as string } });

const direct = async (from: Person, to: Person) =>
  (await from.client.call(openDirectConversation, { body: { otherUserId: to.id } })).id;

const age = (id: string, seconds: number) =>
  app.context.db
    .sql`update messages set created_at = clock_timestamp() - make_interval(secs => ${seconds}) where id = ${id}`;

async function named(): Promise<[Person, string]> {
  const who = await insertPerson(app);
  const [row] = await app.context.db.sql<{ username: string }[]>`select username from users where id = ${who.id}`;
  return [who, row?.username ?? ''];
}

const noticesOf = async ({ client }: Person) => {
  await app.settle();
  await runWaiting(app, 'notify.message');
  return (await client.call(listNotifications)).notifications;
};

describe('an edit', () => {
  it('reaches other windows on another node, catch-ups, and lists of conversations', async () => {
    const id = await direct(mia, sam);
    await samWindow.joinConversation(id);
    const sent = await miaWindow.sendDirect(id, 'See you on Monday');
    expect(sent.editedAt).toBeNull();
    await samWindow.waitForEvent('message_received', (message) => message.id === sent.id);
    const edited = await edit(mia, sent.id, '  See you on Tuesday ');
    expect(edited).toEqual({ ...sent, content: 'See you on Tuesday', editedAt: expect.any(String) });
    expect(await samWindow.waitForEvent('message_changed', (message) => message.id === sent.id)).toEqual(edited);
    const { lastMessage } = await samWindow.waitForEvent(
      'conversation_updated',
      (news) => news.lastMessage?.content === edited.content,
    );
    expect(lastMessage).toMatchObject({ id: sent.id, senderId: mia.id });
    const page = await sam.client.call(listConversationMessages, { params: { id }, query: { after: sent.seq } });
    expect(page.changed).toEqual([edited]);
    expect(page.messages).toEqual([]);
    const [conversation] = await sam.client.call(listConversations);
    expect(conversation).toMatchObject({ unreadCount: 1, lastMessage: { content: edited.content } });
  });

  it('works in the chat of a pool and reaches each window once', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    await samWindow.join(conversationId);
    const sent = await miaWindow.say(conversationId, 'First');
    const edited = await edit(mia, sent.id, 'Second');
    await samWindow.waitForEvent('message_changed', ({ id }) => id === sent.id);
    const last = await miaWindow.say(conversationId, 'Last');
    await samWindow.waitForEvent('room_message_received', ({ id }) => id === last.id);
    await quiet(samWindow);
    expect(samWindow.received('message_changed').filter(({ id }) => id === sent.id)).toEqual([edited]);
  });

  it('with the same text changes nothing', async () => {
    const sent = await miaWindow.say('Comedy', 'As it was');
    expect(await edit(mia, sent.id, 'As it was')).toEqual(sent);
  });

  it('is possible 20 times, which bounds the texts in a report', async () => {
    const sent = await miaWindow.say('Comedy', 'Text 0');
    await app.context.db.sql`
      insert into message_versions (message_id, replaced_seq, content) select ${sent.id}, -n, 'Text' from generate_series(1, 19) n`;
    expect((await edit(mia, sent.id, 'Text 20')).content).toBe('Text 20');
    await expect(edit(mia, sent.id, 'Text 21')).rejects.toMatchObject({ status: 409, code: 'too_many_edits' });
    expect((await edit(mia, sent.id, 'Text 20')).content).toBe('Text 20');
  });

  it('is possible for 15 minutes by the clock of the database', async () => {
    const sent = await miaWindow.say('Comedy', 'In time');
    await age(sent.id, 15 * 60 - 5);
    expect((await edit(mia, sent.id, 'Just in time')).content).toBe('Just in time');
    await age(sent.id, 15 * 60);
    await expect(edit(mia, sent.id, 'Too late')).rejects.toMatchObject({ status: 409, code: 'edit_too_late' });
  });
});

describe('an edit is refused', () => {
  const contentOf = async ({ id }: Message) =>
    (await app.client().call(listCategoryMessages, { params: { id: 'Comedy' } })).messages.find(
      (message) => message.id === id,
    )?.content;

  it('for messages of others, also for admins, and for removed and unknown ones', async () => {
    const sent = await miaWindow.say('Comedy', 'Mine');
    for (const who of [sam, admin]) {
      await expect(edit(who, sent.id, 'Not mine')).rejects.toMatchObject({ status: 403, code: 'own_message_only' });
    }
    expect(await contentOf(sent)).toBe('Mine');
    await expect(
      app.client().call(editMessage, { params: { id: sent.id }, body: { content: 'x' } }),
    ).rejects.toMatchObject({ status: 401 });
    await mia.client.call(deleteMessage, { params: { id: sent.id } });
    await expect(edit(mia, sent.id, 'Back again')).rejects.toMatchObject({ status: 404 });
    await expect(edit(mia, mia.id, 'No such message')).rejects.toMatchObject({ status: 404 });
  });

  it('without visible text, with too much of it, and with blocked words', async () => {
    const sent = await miaWindow.say('Comedy', 'Plain');
    for (const content of ['', '   ', '\u200b', '\u3164', 'x'.repeat(2001), 7, null]) {
      await expect(edit(mia, sent.id, content)).rejects.toMatchObject({ status: 400 });
    }
    const block = async (blockedWords: string[]) => {
      const { version } = await admin.client.call(getWordFilter);
      await admin.client.call(setWordFilter, { body: { blockedWords, reason: 'Only a test', version } });
    };
    await block(['marmot']);
    await expect(edit(mia, sent.id, 'MARMOT')).rejects.toMatchObject({ code: 'message_filtered' });
    await block([]);
    expect(await contentOf(sent)).toBe('Plain');
  });

  it('for the muted, the suspended, and people that a block keeps apart', async () => {
    const ada = await insertPerson(app);
    const adaWindow = await chatClient(app, ada);
    const sent = await adaWindow.say('Comedy', 'Before');
    const id = await direct(ada, sam);
    const inDirect = await adaWindow.sendDirect(id, 'Hello');
    await sam.client.call(blockUser, { params: { id: ada.id } });
    await expect(edit(ada, inDirect.id, 'Answer me')).rejects.toMatchObject({ code: 'people_apart' });
    await admin.client.call(muteInRoom, {
      params: { roomId: 'Comedy' },
      body: { userId: ada.id, reason: 'Rude words', minutes: 5 },
    });
    await expect(edit(ada, sent.id, 'After')).rejects.toMatchObject({ code: 'chat_muted' });
    const elsewhere = await adaWindow.say('Music', 'Before');
    await app.context.db.sql`update users set suspended_at = clock_timestamp() where id = ${ada.id}`;
    await expect(edit(ada, elsewhere.id, 'After')).rejects.toMatchObject({ code: 'suspended' });
    expect(await contentOf(sent)).toBe('Before');
  });
});

describe('mentions in an edit', () => {
  it('notify people that the message did not mention before, once', async () => {
    const [[ann, annName], [ben, benName]] = [await named(), await named()];
    const { id } = await miaWindow.say('Music', `Hello @${annName}`);
    expect(await noticesOf(ann)).toHaveLength(1);
    await edit(mia, id, `Hello @${annName} and @${benName}`);
    expect(await noticesOf(ben)).toMatchObject([{ kind: 'chat_mention' }]);
    await edit(mia, id, `Hello @${benName}`);
    await edit(mia, id, `Hello @${benName} and @${annName} again`);
    expect(await noticesOf(ann)).toHaveLength(1);
    expect(await noticesOf(ben)).toHaveLength(1);
  });

  it('notify a person who read the message before the edit, but not one who has seen the edit', async () => {
    const [[ann, annName], [ben, benName]] = [await named(), await named()];
    const { id } = await miaWindow.say('Music', 'Hello you');
    for (const { client } of [ann, ben]) await client.call(readRoom, { params: { roomId: 'Music' } });
    await edit(mia, id, `Hello @${annName} and @${benName}`);
    await app.settle();
    await ben.client.call(readRoom, { params: { roomId: 'Music' } });
    expect(await noticesOf(ann)).toHaveLength(1);
    expect(await noticesOf(ben)).toHaveLength(0);
  });
});

describe('the text before an edit', () => {
  const reportsAbout = async ({ id }: Message) =>
    (await admin.client.call(listReports, { query: { status: 'open' } })).items.filter(
      ({ reported }) => reported?.id === id,
    );

  it('is shown to admins in a report, even after the sender has deleted the message', async () => {
    const sent = await miaWindow.say('Comedy', 'Something nasty');
    await edit(mia, sent.id, 'Something nice');
    await edit(mia, sent.id, 'Something nicer');
    await sam.client.call(makeReport, { body: { kind: 'message', id: sent.id, reason: 'It was nasty' } });
    await edit(mia, sent.id, 'Nothing at all');
    const csv = await (await admin.client.raw('GET', '/api/admin/reports.csv?status=open')).text();
    expect(csv).toContain('Something nicer,"Something nasty\n\nSomething nice",It was nasty');
    await mia.client.call(deleteMessage, { params: { id: sent.id } });
    expect(await reportsAbout(sent)).toMatchObject([
      {
        reported: { excerpt: 'Something nicer', earlierTexts: ['Something nasty', 'Something nice'], gone: true },
      },
    ]);
  });

  it('is in the export of its sender, and disappears with their account', async () => {
    const ada = await insertPerson(app);
    const adaWindow = await chatClient(app, ada);
    const id = await direct(ada, mia);
    const sent = await adaWindow.sendDirect(id, 'Private words');
    await edit(ada, sent.id, 'Other words');
    await mia.client.call(makeReport, { body: { kind: 'message', id: sent.id, reason: 'Rude' } });
    const versions = chatData.find(({ name }) => name === 'message-versions');
    expect(await versions?.rows(app.context.db.sql, ada.id)).toMatchObject([{ content: 'Private words' }]);
    // A person without a password needs a fresh session.
    await app.context.db.sql`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (${ada.id}, ${randomBytes(32)}, ${ada.id}, now() + interval '1 day')`;
    await ada.client.call(deleteAccount, { body: {} });
    await app.settle();
    const left = await app.context.db.sql`select content from message_versions where message_id = ${sent.id}`;
    expect(left).toEqual([]);
    expect(await reportsAbout(sent)).toMatchObject([{ reported: { excerpt: '', earlierTexts: [] } }]);
  });
});
