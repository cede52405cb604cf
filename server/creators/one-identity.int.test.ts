import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPoolMessages, openPoolConversation } from '#contract/chat/chat.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { getCreatorMessage, messageContributors } from '#contract/contributors.ts';
import { editCreator } from '#contract/creators/edit-creator.ts';
import { getPool, listPools } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { listUpdates, postUpdate } from '#contract/updates.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { cards, makeCreator, makePool, pledge } from '#testing/builders.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson } from '#testing/insert-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  closeChatClients();
  await app.close();
});

const page = { displayName: 'Odd Harbour', avatarUrl: '/media/images/page.webp' };
const account = { displayName: 'Olga Private', avatarUrl: null };

it('shows creators with the name and picture of their page in their own pools, and with their account elsewhere', async () => {
  const creator = await makeCreator(app);
  const fan = await insertPerson(app);
  const { client } = creator;
  await client.call(updateProfile, { body: { displayName: account.displayName } });
  const form = new FormData();
  form.append('fullName', page.displayName);
  await client.form(editCreator, form, { username: creator.username });
  await app.context.db.sql`
    update creator_profiles set avatar_url = ${page.avatarUrl} where id = ${creator.profileId}`;
  const own = await makePool(fan, { creatorProfileId: creator.profileId });
  const other = await makePool(fan);
  const at = (pool: { id: string }) => ({ params: { id: pool.id } });
  const body = { content: 'Hello.' };

  for (const [pool, who] of [
    [own, page],
    [other, account],
  ] as const) {
    expect((await client.call(addComment, { ...at(pool), body })).author).toMatchObject(who);
    const { comments } = await fan.client.call(listComments, at(pool));
    expect(comments[0]?.author).toMatchObject({ id: creator.id, ...who });
  }
  const update = { content: 'News.', audience: 'everyone', requestKey: randomUUID() } as const;
  await client.call(postUpdate, { ...at(own), body: update });
  expect((await fan.client.call(listUpdates, at(own))).updates[0]?.author).toMatchObject(page);
  expect((await fan.client.call(getPool, at(own))).assignedCreator).toMatchObject(page);

  const { conversationId } = await client.call(openPoolConversation, { body: { poolId: own.id } });
  const chat = await chatClient(app, creator);
  await chat.joinConversation(conversationId);
  const said = await chat.say(conversationId, 'Hello, all.');
  expect(said).toMatchObject({ senderName: page.displayName, sender: page });
  // By the name that the chat shows, although another account has it.
  const namesake = await insertPerson(app);
  await namesake.client.call(updateProfile, { body: { displayName: page.displayName } });
  const fans = await chatClient(app, fan);
  await fans.joinConversation(conversationId);
  const question = await fans.say(conversationId, `Thanks, @${page.displayName}`);
  expect(question.mentions).toMatchObject([{ userId: creator.id }]);
  const answer = await chat.say(conversationId, 'More.', { parentMessageId: said.id });
  expect(answer.parentSender).toMatchObject({ displayName: page.displayName });
  const { messages } = await fan.client.call(listPoolMessages, at(own));
  expect(messages.find((message) => message.id === said.id)?.sender).toMatchObject(page);

  await pledge(fan, own.id, 1000, cards.pays);
  const thanks = { text: 'Thank you.', requestKey: randomUUID() };
  const { id } = await client.call(messageContributors, { ...at(own), body: thanks });
  expect((await fan.client.call(getCreatorMessage, { params: { id } })).creator).toMatchObject(page);
});

it('finds the pools that a creator is assigned to by the name of their page, also after a new name', async () => {
  const { sql } = app.context.db;
  const creator = await makeCreator(app);
  const fan = await insertPerson(app);
  const rename = (fullName: string) => {
    const form = new FormData();
    form.append('fullName', fullName);
    return creator.client.form(editCreator, form, { username: creator.username });
  };
  await creator.client.call(updateProfile, { body: { displayName: 'Zelda Privately' } });
  await rename('Quixotic Harbormaster');
  // A pool for any creator, which this one has claimed.
  const claimed = await makePool(fan, { title: 'A ballad for anyone' });
  await sql`update pools set assigned_creator_id = ${creator.id} where id = ${claimed.id}`;
  const searchResults = async (search: string) =>
    (await app.client().call(listPools, { query: { search } })).pools.map(({ id }) => id);
  expect(await searchResults('Quixotic Harbormaster')).toEqual([claimed.id]);
  // The pool shows the account's name nowhere.
  expect(await searchResults('Zelda Privately')).toEqual([]);
  await rename('Vespertine Lighthouse');
  expect(await searchResults('Vespertine')).toEqual([claimed.id]);
  expect(await searchResults('Quixotic')).toEqual([]);
  await sql`update creator_profiles set owner_id = null, status = 'unclaimed' where id = ${creator.profileId}`;
  expect(await searchResults('Vespertine')).toEqual([]);
  expect(await searchResults('Zelda')).toEqual([claimed.id]);
});
