import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoom } from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { chooseNotifications, listNotifications } from '#contract/notifications.ts';
import { runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';

let app: TestApp;
let sam: Person;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
  sam = await insertPerson(app);
  samWindow = await chatClient(app, sam);
});
afterAll(async () => {
  closeChatClients();
  await app.close();
});

interface Named extends Person {
  username: string;
  email: string;
}

/** A person who chose email for chat. */
async function named({ inApp = true } = {}): Promise<Named> {
  const who = await insertPerson(app);
  await who.client.call(chooseNotifications, { body: { topic: 'chat', mail: 'at_once', inApp } });
  const [row] = await app.context.db.sql<{ username: string; email: string }[]>`
    select username, email from users where id = ${who.id}`;
  if (!row) throw new Error('no person was inserted');
  return { ...who, ...row };
}

const edit = (id: string, content: string) => sam.client.call(editMessage, { params: { id }, body: { content } });

const noticesOf = async ({ client }: Person) => {
  await runWaiting(app, 'notify.message');
  return client.call(listNotifications);
};

const mailsOf = async ({ email }: Named) => {
  await runWaiting(app, 'notify.away');
  return readOutbox(app, email);
};

describe('after an edit', () => {
  it('notices of mentions and replies quote the new text, in the app and in the email to people who are away', async () => {
    const [ann, ben, ida] = [await named(), await named(), await named({ inApp: false })];
    const question = await (await chatClient(app, ben)).say('Music', 'Any news?');
    const names = `@${ann.username} and @${ida.username}`;
    const { id } = await samWindow.say('Music', `A secret for ${names}`, { parentMessageId: question.id });
    for (const who of [ann, ben]) {
      expect((await noticesOf(who)).notifications[0]?.body).toContain('A secret');
    }
    await edit(id, `Hello ${names}`);
    for (const who of [ann, ben]) {
      const { notifications, unreadCount } = await noticesOf(who);
      expect(unreadCount).toBe(1);
      expect(notifications).toMatchObject([{ body: `In the Music chat. “Hello ${names}”`, read: false }]);
    }
    for (const who of [ann, ben, ida]) {
      const [mail, ...more] = await mailsOf(who);
      expect(mail?.text).toContain('Hello');
      expect(mail?.text).not.toContain('secret');
      expect(more).toEqual([]);
    }
  });

  it('a person who is no longer mentioned has neither a notice nor an email', async () => {
    const [ann, ben] = [await named(), await named()];
    const late = await samWindow.say('Music', `A secret for @${ann.username} and @${ben.username}`);
    expect((await noticesOf(ann)).unreadCount).toBe(1);
    // This edit comes before the notices are stored.
    const early = await samWindow.say('Music', `Another secret for @${ann.username}`);
    for (const { id } of [late, early]) await edit(id, `Only for @${ben.username}`);
    expect(await noticesOf(ann)).toEqual({ notifications: [], unreadCount: 0 });
    expect((await noticesOf(ben)).notifications).toHaveLength(2);
    expect(await mailsOf(ann)).toEqual([]);
    expect(await mailsOf(ben)).toHaveLength(2);
  });

  it('a mention that is removed and added again is mailed once', async () => {
    const ann = await named();
    const { id } = await samWindow.say('Music', `Hello @${ann.username}`);
    await noticesOf(ann);
    await edit(id, 'Hello');
    await edit(id, `Hello again @${ann.username}`);
    expect((await noticesOf(ann)).notifications).toHaveLength(1);
    expect(await mailsOf(ann)).toHaveLength(1);
  });

  it('a mention that is removed and added again is mailed, even if the person had read the first one', async () => {
    const ann = await named();
    const { id } = await samWindow.say('Music', `Hello @${ann.username}`);
    expect((await noticesOf(ann)).unreadCount).toBe(1);
    await ann.client.call(readRoom, { params: { roomId: 'Music' } });
    await edit(id, 'Hello');
    await edit(id, `Hello again @${ann.username}`);
    expect((await noticesOf(ann)).unreadCount).toBe(1);
    const [mail, ...more] = await mailsOf(ann);
    expect(mail?.text).toContain('Hello again');
    expect(more).toEqual([]);
  });

  it('a mention that the person read in the chat is not mailed after a later edit, not even without notices in the app', async () => {
    const ann = await named({ inApp: false });
    const { id } = await samWindow.say('Music', `Hallo @${ann.username}`);
    await noticesOf(ann);
    await ann.client.call(readRoom, { params: { roomId: 'Music' } });
    await edit(id, `Hello @${ann.username}`);
    expect(await mailsOf(ann)).toEqual([]);
  });

  it('open pages of everyone with a rewritten or deleted notice fetch the list again', async () => {
    const [ann, ben] = [await named(), await named()];
    const { id } = await samWindow.say('Music', `A secret for @${ann.username} and @${ben.username}`);
    for (const who of [ann, ben]) expect((await noticesOf(who)).unreadCount).toBe(1);
    const sockets = [ann, ben].map((who) =>
      io(`${app.url}/live`, {
        transports: ['websocket'],
        extraHeaders: { cookie: `sid=${who.id}` },
        forceNew: true,
      }),
    );
    const greeted = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('unread', resolve))));
    const news = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('notified', resolve))));
    await greeted;
    await edit(id, `Only for @${ann.username}`);
    expect(await news).toEqual([{ unread: 1 }, { unread: 0 }]);
    for (const socket of sockets) socket.close();
  });

  it('a person who read the message before the edit mentioned them gets the email, unless they read the edit', async () => {
    const [ann, ben] = [await named(), await named()];
    const { id } = await samWindow.say('Music', 'Hello you');
    for (const { client } of [ann, ben]) await client.call(readRoom, { params: { roomId: 'Music' } });
    await edit(id, `Hello @${ann.username} and @${ben.username}`);
    for (const who of [ann, ben]) expect((await noticesOf(who)).unreadCount).toBe(1);
    await ben.client.call(readRoom, { params: { roomId: 'Music' } });
    expect(await mailsOf(ann)).toHaveLength(1);
    expect(await mailsOf(ben)).toEqual([]);
  });
});
