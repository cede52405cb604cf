import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteMessage, listCategoryMessages, listMentionable } from '#contract/chat/chat.ts';
import { listReactions, toggleReaction } from '#contract/chat/reactions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let mia: Person;
let sam: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
  [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  await app.context.db.sql`update users set display_name = 'Mia Chen' where id = ${mia.id}`;
  [miaWindow, samWindow] = [await chatClient(app, mia), await chatClient(app, sam)];
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

const usernameOf = async ({ id }: Person) => {
  const [row] = await app.context.db.sql<{ username: string }[]>`select username from users where id = ${id}`;
  return row?.username ?? '';
};

describe('reactions', () => {
  it('toggle one of six emojis and are broadcast', async () => {
    await miaWindow.join('Dance');
    await samWindow.join('Dance');
    const { id } = await miaWindow.say('Dance', 'Look at this');
    const react = (who: Person, emoji: string) => who.client.call(toggleReaction, { params: { id }, body: { emoji } });
    expect(await react(sam, '❤')).toMatchObject({ action: 'added', emoji: '❤️', userId: sam.id });
    expect(await miaWindow.waitForEvent('reaction_updated', ({ messageId }) => messageId === id)).toEqual({
      messageId: id,
      roomId: 'Dance',
      conversationId: null,
      emoji: '❤️',
      userId: sam.id,
      action: 'added',
      count: 1,
    });
    await react(sam, '👍');
    await react(mia, '❤️');
    const unknown = randomUUID();
    const { reactions } = await app.client().call(listReactions, { body: { messageIds: [id, unknown, 'not sent'] } });
    expect(reactions).toEqual({
      [id]: [
        { emoji: '👍', count: 1, userIds: [sam.id] },
        { emoji: '❤️', count: 2, userIds: [sam.id, mia.id] },
      ],
      [unknown]: [],
      'not sent': [],
    });
    expect(await react(sam, '👍')).toMatchObject({ action: 'removed' });
    await expect(react(sam, '🍕')).rejects.toMatchObject({ status: 400 });
    await expect(react(sam, '')).rejects.toMatchObject({ status: 400 });
    await expect(app.client().call(toggleReaction, { params: { id }, body: { emoji: '👍' } })).rejects.toMatchObject({
      status: 401,
    });
    const many = Array.from({ length: 201 }, () => randomUUID());
    await expect(app.client().call(listReactions, { body: { messageIds: many } })).rejects.toMatchObject({
      status: 400,
    });
    await Promise.all([react(sam, '😮'), react(sam, '😮'), react(sam, '😮')]);
    const after = await app.client().call(listReactions, { body: { messageIds: [id] } });
    expect(after.reactions[id]?.find(({ emoji }) => emoji === '😮')?.count).toBe(1);
  });
});

describe('typing', () => {
  it('is broadcast to others and not to oneself', async () => {
    await miaWindow.join('Gaming');
    await samWindow.join('Gaming');
    expect(await miaWindow.ask('room_typing_start', { roomId: 'Gaming' })).toEqual({ ok: true });
    expect(await samWindow.waitForEvent('room_user_typing')).toEqual({
      roomId: 'Gaming',
      userId: mia.id,
      username: await usernameOf(mia),
      displayName: 'Mia Chen',
    });
    await miaWindow.ask('room_typing_stop', 'Gaming');
    await samWindow.waitForEvent('room_user_stop_typing', ({ userId }) => userId === mia.id);
    expect(miaWindow.received('room_user_typing')).toEqual([]);
  });
});

describe('mentions', () => {
  it('find people by username and by a display name of several words, and notify them once', async () => {
    const [robin, ada] = [await insertPerson(app), await insertPerson(app)];
    const robinsWindow = await chatClient(app, robin);
    await robinsWindow.say('Cooking', 'Here I am');
    await miaWindow.say('Cooking', 'Me too');
    const name = await usernameOf(robin);
    const sent = await samWindow.say('Cooking', `Hi @${name.toUpperCase()}, ask @mia chen! (@stranger at all)`);
    expect(
      sent.mentions.map(({ userId, start, length }) => [userId, sent.content.slice(start, start + length)]),
    ).toEqual([
      [robin.id, `@${name.toUpperCase()}`],
      [mia.id, '@mia chen'],
    ]);
    const answer = await samWindow.say('Cooking', `@${name} see above`, { parentMessageId: sent.id });
    expect(answer.mentions).toHaveLength(1);
    await runWaiting(app, 'notify.message');
    const parent = await robinsWindow.say('Cooking', 'Who cooks?');
    await samWindow.say('Cooking', 'I do', { parentMessageId: parent.id });
    await runWaiting(app, 'notify.message');
    const list = await robin.client.call(listNotifications);
    expect(list.notifications.map(({ kind }) => kind).sort()).toEqual(['chat_mention', 'chat_mention', 'chat_reply']);
    expect(list.notifications.find(({ body }) => body.includes('ask @mia'))).toMatchObject({
      title: `${await usernameOf(sam)} mentioned you`,
      href: `/browse-tip-pools?categories=Cooking#chat-${sent.id}`,
    });
    await sam.client.call(deleteMessage, { params: { id: sent.id } });
    const left = await robin.client.call(listNotifications);
    expect(left.notifications.map(({ kind }) => kind)).toEqual(['chat_reply']);
    const suggested = await ada.client.call(listMentionable, { query: { roomId: 'Cooking', q: '' } });
    expect(suggested.map(({ id }) => id)).toEqual([sam.id, robin.id, mia.id]);
    const byName = await ada.client.call(listMentionable, { query: { roomId: 'Cooking', q: 'mia' } });
    expect(byName[0]?.id).toBe(mia.id);
  });
});

describe('mentions by display name', () => {
  const newcomer = async (displayName: string) => {
    const someone = await insertPerson(app);
    await app.context.db.sql`update users set display_name = ${displayName} where id = ${someone.id}`;
    return someone;
  };
  const mentioned = async (room: string, content: string) => {
    const sent = await samWindow.say(room, content);
    return sent.mentions.map(({ userId, start, length }) => [userId, sent.content.slice(start, start + length)]);
  };
  const kindsToldTo = async (who: Person) =>
    (await who.client.call(listNotifications)).notifications.map(({ kind }) => kind);

  it('finds and notifies a person who has never been in the room', async () => {
    const lena = await newcomer('Lena Park');
    expect(await mentioned('Music', 'Ask @lena PARK, please')).toEqual([[lena.id, '@lena PARK']]);
    await runWaiting(app, 'notify.message');
    expect(await kindsToldTo(lena)).toEqual(['chat_mention']);
    const { messages } = await app.client().call(listCategoryMessages, { params: { id: 'Music' } });
    expect(messages.at(-1)?.mentions).toEqual([
      { userId: lena.id, username: await usernameOf(lena), start: 4, length: 10 },
    ]);
  });

  it('resolves an ambiguous name to the only member of the room, else to no one', async () => {
    const [inside, outside] = [await newcomer('Jo van den Berg'), await newcomer('Jo Van Den Berg')];
    expect(await mentioned('Art', 'Hi @Jo van den Berg')).toEqual([]);
    const insidesWindow = await chatClient(app, inside);
    await insidesWindow.say('Art', 'Here I am');
    expect(await mentioned('Art', 'Hi @Jo van den Berg')).toEqual([[inside.id, '@Jo van den Berg']]);
    const outsidesWindow = await chatClient(app, outside);
    await outsidesWindow.say('Art', 'So am I');
    expect(await mentioned('Art', 'Hi @Jo van den Berg')).toEqual([]);
    await outside.suspend();
    expect(await mentioned('Art', 'Hi @Jo van den Berg')).toEqual([[inside.id, '@Jo van den Berg']]);
  });

  it('takes the longest of several names, with its punctuation', async () => {
    const [short, long] = [await newcomer('Dr. Ann'), await newcomer('Dr. Ann O’Neil (Band)')];
    expect(await mentioned('Film', 'See @dr. ann o’neil (band), then @Dr. Ann.')).toEqual([
      [long.id, '@dr. ann o’neil (band)'],
      [short.id, '@Dr. Ann'],
    ]);
  });

  it('hides the display name of an adult creator from rooms for everyone', async () => {
    const ruby = await newcomer('Ruby Velvet');
    await app.context.db.sql`
      insert into creator_profiles (username, full_name, display_name, status, owner_id, category_id)
      select 'rubyvelvet', 'Ruby Velvet', 'Ruby Velvet', 'verified', ${ruby.id}, k.id from categories k where k.adult limit 1`;
    expect(await mentioned('Film', 'Hello @Ruby Velvet')).toEqual([]);
  });

  it('does not notify a person who blocked the sender', async () => {
    const wary = await newcomer('Wary Walker');
    await wary.client.call(blockUser, { params: { id: sam.id } });
    await mentioned('Film', 'Hello @Wary Walker');
    await runWaiting(app, 'notify.message');
    expect(await kindsToldTo(wary)).toEqual([]);
  });

  it('suggests people by several words of their display name, and a chosen username is a mention', async () => {
    const nils = await newcomer('Nils Holger Sand');
    const query = { roomId: 'Fitness', q: 'nils holger' };
    const [first] = await sam.client.call(listMentionable, { query });
    expect(first?.id).toBe(nils.id);
    expect(await mentioned('Fitness', `@${first?.username} hello`)).toEqual([[nils.id, `@${first?.username}`]]);
  });

  it('looks up the longest message of names within bounds', async () => {
    const name = 'Shared By Many';
    await app.context.db.sql`
      insert into users (email, username, display_name)
      select 'many' || g || '@example.org', 'many' || g, ${name} from generate_series(1, 3000) g`;
    expect(await mentioned('Podcasts', `@${name} `.repeat(100).trim())).toEqual([]);
  });
});

describe('blocks', () => {
  it('hide messages only from the person who blocked the sender', async () => {
    const [hidden, watcher] = [await insertPerson(app), await insertPerson(app)];
    const [hiddenWindow, watchersWindow] = [await chatClient(app, hidden), await chatClient(app, watcher)];
    await watchersWindow.join('Tech');
    await samWindow.join('Tech');
    const block = { params: { id: hidden.id } };
    await watcher.client.call(blockUser, block);
    const unseen = await hiddenWindow.say('Tech', `Hello @${await usernameOf(watcher)}`);
    await samWindow.waitForEvent('room_message_received', ({ id }) => id === unseen.id);
    await quiet(watchersWindow);
    expect(watchersWindow.received('room_message_received')).toEqual([]);
    const read = async (who: Person) =>
      (await who.client.call(listCategoryMessages, { params: { id: 'Tech' } })).messages.map(({ id }) => id);
    expect(await read(watcher)).toEqual([]);
    expect(await read(sam)).toEqual([unseen.id]);
    await app.settle();
    expect((await watcher.client.call(listNotifications)).notifications).toEqual([]);
    // The block also applies to windows opened later.
    const later = await chatClient(app, watcher);
    await later.join('Tech');
    await hiddenWindow.say('Tech', 'Again');
    await quiet(later);
    expect(later.received('room_message_received')).toEqual([]);
    await watcher.client.call(unblockUser, block);
    const seen = await hiddenWindow.say('Tech', 'Friends?');
    await later.waitForEvent('room_message_received', ({ id }) => id === seen.id);
    await watchersWindow.waitForEvent('room_message_received', ({ id }) => id === seen.id);
  });
});
