import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteMessage, openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { searchMessages } from '#contract/chat/chat-search.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { deleteAccount } from '#contract/settings.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { foldWords, searchStatement } from './search.sql.ts';

// cspell:ignore clavichord glockenspeel harb harmonium

let app: TestApp;
let mia: Person;
let sam: Person;
let eve: Person;

beforeAll(async () => {
  app = await startTestApp();
  [mia, sam, eve] = [await insertPerson(app), await insertPerson(app), await insertPerson(app)];
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

const direct = async (from: Person, to: Person) =>
  (await from.client.call(openDirectConversation, { body: { otherUserId: to.id } })).id;

const find = async ({ client }: Person, q: string, before?: string) =>
  client.call(searchMessages, { query: before ? { q, before } : { q } });

const contents = async (who: Person, q: string) => (await find(who, q)).messages.map(({ content }) => content);

describe('a search in my conversations', () => {
  it('finds messages of both people by every word, folded, the latest first', async () => {
    const id = await direct(mia, sam);
    const [miaWindow, samWindow] = [await chatClient(app, mia), await chatClient(app, sam)];
    await miaWindow.sendDirect(id, 'The Café at the harbour');
    await samWindow.sendDirect(id, 'I like that harbour café');
    await samWindow.sendDirect(id, '港の歌が好き');
    for (const q of ['cafe harbour', 'HARBOUR', 'harb', 'Café']) {
      expect(await contents(mia, q)).toEqual(['I like that harbour café', 'The Café at the harbour']);
    }
    expect(await contents(mia, '歌が')).toEqual(['港の歌が好き']);
    expect(await contents(sam, 'cafe lighthouse')).toEqual([]);
    expect((await find(mia, 'like')).messages[0]).toMatchObject({
      sender: { id: sam.id },
      conversation: { id, type: 'direct', otherUser: { id: sam.id } },
    });
    for (const q of ['', 'h', '%', '__', '%%%', "'';", '\\']) expect(await contents(mia, q)).toEqual([]);
  });

  it('finds nothing in conversations of others, and needs a sign-in', async () => {
    const id = await direct(mia, sam);
    await (await chatClient(app, mia)).sendDirect(id, 'The secret is xylophone');
    expect(await contents(sam, 'xylophone')).toHaveLength(1);
    expect(await contents(eve, 'xylophone')).toEqual([]);
    const admin = await insertPerson(app, 'admin');
    expect(await contents(admin, 'xylophone')).toEqual([]);
    await expect(app.client().call(searchMessages, { query: { q: 'xylophone' } })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('finds messages of pools in my list, with the thread of a reply', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await mia.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const miaWindow = await chatClient(app, mia);
    const first = await miaWindow.say(conversationId, 'Who plays?');
    const answer = await miaWindow.say(conversationId, 'A marimba', { parentMessageId: first.id });
    expect((await find(mia, 'marimba')).messages).toMatchObject([
      { id: answer.id, threadId: first.id, conversation: { type: 'pool', poolId: pool.id } },
    ]);
    expect(await contents(sam, 'marimba')).toEqual([]);
    await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    expect(await contents(sam, 'marimba')).toEqual(['A marimba']);
    await app.context.db.sql`update pools set status = 'in_review' where id = ${pool.id}`;
    expect(await contents(sam, 'marimba')).toEqual([]);
    expect(await contents(mia, 'marimba')).toEqual(['A marimba']);
    await app.context.db.sql`update pools set status = ${pool.status}, adult = true where id = ${pool.id}`;
    expect(await contents(mia, 'marimba')).toEqual([]);
  });

  it('follows edits, and leaves out removed messages, people apart by a block', async () => {
    const id = await direct(sam, eve);
    const [samWindow, eveWindow] = [await chatClient(app, sam), await chatClient(app, eve)];
    const sent = await samWindow.sendDirect(id, 'The word is glockenspeel');
    await sam.client.call(editMessage, { params: { id: sent.id }, body: { content: 'The word is glockenspiel' } });
    expect(await contents(eve, 'glockenspeel')).toEqual([]);
    expect(await contents(eve, 'glockenspiel')).toHaveLength(1);
    await sam.client.call(deleteMessage, { params: { id: sent.id } });
    expect(await contents(eve, 'glockenspiel')).toEqual([]);
    await eveWindow.sendDirect(id, 'A theremin');
    await samWindow.sendDirect(id, 'A clavichord');
    expect(await contents(sam, 'theremin')).toHaveLength(1);
    await sam.client.call(blockUser, { params: { id: eve.id } });
    expect(await contents(sam, 'theremin')).toEqual([]);
    // Eve's own words are still hers to find, but not those of Sam, who blocked her.
    expect(await contents(eve, 'theremin')).toHaveLength(1);
    expect(await contents(eve, 'clavichord')).toEqual([]);
    await sam.client.call(unblockUser, { params: { id: eve.id } });
    expect(await contents(eve, 'clavichord')).toHaveLength(1);
  });

  it('leaves out what a deleted account said', async () => {
    const ada = await insertPerson(app);
    const id = await direct(ada, eve);
    const said = await (await chatClient(app, ada)).sendDirect(id, 'A harmonium');
    await (await chatClient(app, eve)).sendDirect(id, 'Which one?', { parentMessageId: said.id });
    expect(await contents(eve, 'harmonium')).toHaveLength(1);
    // A person without a password needs a fresh session.
    await app.context.db.sql`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (${ada.id}, ${randomBytes(32)}, ${ada.id}, now() + interval '1 day')`;
    await ada.client.call(deleteAccount, { body: {} });
    await app.settle();
    for (const q of ['harmonium', 'message deleted']) expect(await contents(eve, q)).toEqual([]);
  });

  it('pages without gaps, by the index among many messages of others', async () => {
    const [ada, bo] = [await insertPerson(app), await insertPerson(app)];
    const id = await direct(ada, bo);
    const { sql } = app.context.db;
    await sql`
      insert into messages (room_id, seq, sender_id, content, created_at)
      select ${id}, n, ${ada.id}, 'Kazoo number ' || n, now() - make_interval(secs => 100 - n) from generate_series(1, 50) n`;
    const other = await direct(mia, sam);
    await sql`
      insert into messages (room_id, seq, sender_id, content)
      select ${other}, 10000 + n, ${mia.id}, md5(n::text) || ' kazoo ' || md5((n * 7)::text) from generate_series(1, 20000) n`;
    await sql`update chat_rooms set last_seq = 50 where id = ${id}`;
    await sql`update chat_rooms set last_seq = 30000 where id = ${other}`;
    const matches: string[] = [];
    let before: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await find(bo, 'kazoo', before);
      matches.push(...page.messages.map(({ content }) => content));
      before = page.messages.at(-1)?.id;
      hasMore = page.hasMore;
    }
    expect(matches).toEqual(Array.from({ length: 50 }, (_, index) => `Kazoo number ${50 - index}`));
    await sql`vacuum analyze messages`;
    const plan = await sql.begin(async (tx) => {
      // The tests' PostgreSQL makes one plan for all parameters.
      await tx`set local plan_cache_mode = auto`;
      const patterns = await foldWords(tx, ['c4ca4238a0b923820dcc509a6f75849b']);
      const search = { userId: mia.id, patterns, isAdmin: false, seesAdult: false, beforeId: null, limit: 21 };
      return planEachTime(tx<Record<string, string>[]>`explain ${searchStatement(tx, search)}`);
    });
    expect(JSON.stringify(plan)).toContain('messages_search');
  });
});
