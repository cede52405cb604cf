import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAdminUsers } from '#contract/admin/users.ts';
import { listMentionable } from '#contract/chat/chat.ts';
import { listCreators, searchCreators } from '#contract/creators/creators.ts';
import { listUsers, searchUsers } from '#contract/people.ts';
import { listPools } from '#contract/pools/pools.ts';
import { searchEverything } from '#contract/search.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

// cspell:ignore soren odegard muller francois zoes strasse fussball odysseus łódź lodz irem cinar

const names = [
  'Zoë Müller',
  'Søren Ødegård',
  'François',
  '山田花子',
  'さくら桃子',
  'ﾀﾅｶ ﾕｳ',
  'ΟΔΥΣΣΕΥΣ',
  '李小龙',
  'İrem Çınar',
  'Groß',
];
let app: TestApp;
let viewer: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  viewer = await insertPerson(app);
  admin = await insertPerson(app, 'admin');
  for (const [index, name] of names.entries()) {
    const { id } = await insertPerson(app);
    await app.context.db.sql`update users set display_name = ${name} where id = ${id}`;
    await app.context.db.sql`
      insert into creator_profiles (username, full_name, display_name) values (${`folded${index}`}, ${name}, ${name})`;
  }
});
afterAll(() => app.close());

const cases: [string, string][] = [
  ['zoe', 'Zoë Müller'],
  ['Muller', 'Zoë Müller'],
  ['soren', 'Søren Ødegård'],
  ['odegard', 'Søren Ødegård'],
  ['francois', 'François'],
  ['FRANÇOIS', 'François'],
  ['花子', '山田花子'],
  ['山田花', '山田花子'],
  ['桃子', 'さくら桃子'],
  ['くら', 'さくら桃子'],
  ['タナカ', 'ﾀﾅｶ ﾕｳ'],
  ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
  ['小龙', '李小龙'],
  ['ｚｏｅ', 'Zoë Müller'],
  ['たなか', 'ﾀﾅｶ ﾕｳ'],
  ['サクラ', 'さくら桃子'],
  ['ｻｸﾗ', 'さくら桃子'],
  ['irem', 'İrem Çınar'],
  ['cinar', 'İrem Çınar'],
  ['GROSS', 'Groß'],
];

describe.each(cases)('searching people for %s', (text, name) => {
  it('finds them on the page of all people and among people to write to', async () => {
    const { users } = await viewer.client.call(listUsers, { query: { search: text } });
    expect(users.map(({ displayName }) => displayName)).toContain(name);
    const people = await viewer.client.call(searchUsers, { query: { q: text } });
    expect(people.map(({ displayName }) => displayName)).toContain(name);
    const { people: everywhere } = await viewer.client.call(searchEverything, { query: { q: text } });
    expect(everywhere.map(({ displayName }) => displayName)).toContain(name);
  });

  it('finds them among creators, in the chat and in the admin area', async () => {
    const results = await viewer.client.call(searchCreators, { query: { name: text } });
    expect(results.map(({ displayName }) => displayName)).toContain(name);
    const { creators } = await viewer.client.call(listCreators, { query: { search: text } });
    expect(creators.map(({ displayName }) => displayName)).toContain(name);
    const mentionable = await viewer.client.call(listMentionable, { query: { roomId: 'Global', q: text } });
    expect(mentionable.map(({ displayName }) => displayName)).toContain(name);
    const { items } = await admin.client.call(listAdminUsers, { query: { search: text } });
    expect(items.map(({ displayName }) => displayName)).toContain(name);
  });
});

it('finds two letters only at the beginning of a word', async () => {
  const { users } = await viewer.client.call(listUsers, { query: { search: 'oe' } });
  expect(users.map(({ displayName }) => displayName)).not.toContain('Zoë Müller');
});

describe('searching pools', () => {
  it.each([
    ['Street songs of the Lindenstraße', ['lindenstrasse', 'LINDENSTRASSE', 'Lindenstraße']],
    ['Ο Οδυσσεύς στη θάλασσα', ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ']],
    ['ｶﾗｵｹ night', ['カラオケ', 'ｶﾗｵｹ', 'からおけ', 'ｶﾗｵｹ NIGHT']],
    ['ガンダムを作る', ['ｶﾞﾝﾀﾞﾑ', 'がんだむ']],
    ['かたかなとカタカナ', ['カタカナとかたかな', 'ｶﾀｶﾅ']],
    ['İstanbul at night', ['istanbul', 'ISTANBUL', 'İSTANBUL']],
    ['Ｆａｎ art', ['fan art']],
    ['Ｔｏｋｙｏ at dawn', ['tokyo', 'Ｔｏｋｙｏ']],
    ['Smørrebrød for Łódź', ['smorrebrod', 'lodz']],
    ['Mix it at 100％ volume', ['100% volume', '100％']],
  ])('finds “%s”', async (title, texts) => {
    await makePool(viewer, { title });
    for (const search of texts) {
      const { pools } = await viewer.client.call(listPools, { query: { search } });
      expect([search, pools.map((pool) => pool.title)]).toEqual([search, [title]]);
    }
  });
});
