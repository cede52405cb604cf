import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { searchEverything } from '#contract/search.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

// cspell:ignore quisty Quisty mrual otoline quizt qusit Quixotica Verygood

let app: TestApp;
let member: Person;

beforeAll(async () => {
  app = await startTestApp();
  member = await insertPerson(app);
  const { sql } = app.context.db;
  const [nsfw] = await sql<{ id: number }[]>`select id from categories where adult`;
  await sql`update users set display_name = 'Ottoline Quist' where id = ${member.id}`;
  await sql`
    insert into creator_profiles (username, full_name, display_name, category_id) values
      ('quist_draws', 'Orla Quist', 'Quist', null), ('quisty', 'Dame Quisty', 'Quisty', null),
      ('quist_after_dark', 'Quist Noir', 'Quist Noir', ${nsfw?.id ?? 0})`;
  for (let n = 1; n <= 6; n += 1) await makePool(member, { title: `A mural, part ${n}` });
  await makePool(member, { title: 'Portrait of Quist', description: 'In oil, please.' });
});
afterAll(() => app.close());

const ask = (q: string, who: TestClient = app.client()) => who.call(searchEverything, { query: { q } });
const ageVerified = () => {
  const client = app.client();
  client.cookies.set('age_verified', '1');
  return client;
};

describe('searching everything', () => {
  it('returns the best results of each kind, and people only to signed-in users', async () => {
    const results = await ask('quist', member.client);
    expect(results.pools[0]?.title).toBe('Portrait of Quist');
    expect(results.creators.map(({ displayName }) => displayName)).toEqual(['Quist', 'Quisty']);
    expect(results.people).toEqual([
      expect.objectContaining({ id: member.id, displayName: 'Ottoline Quist', avatarUrl: null }),
    ]);
    expect(JSON.stringify(results)).not.toContain('@example');
    expect(await ask('quist')).toMatchObject({ creators: [{}, {}], people: [] });
  });

  it('counts all pools, tolerates typos, and accepts a name with @', async () => {
    const murals = await ask('mural');
    expect(murals.pools).toHaveLength(5);
    expect(murals.poolCount).toBe(6);
    expect((await ask('mrual')).poolCount).toBe(6);
    expect((await ask('otoline', member.client)).people).toHaveLength(1);
    expect((await ask('quizt')).creators.map(({ username }) => username)).toContain('quist_draws');
    // Swapped letters share no trigram with the name, but the vocabulary has the word that was meant.
    expect((await ask('qusit')).creators.map(({ username }) => username)).toContain('quist_draws');
    expect((await ask('@quist_draws')).creators[0]?.username).toBe('quist_draws');
    expect((await ask('qu')).creators).toHaveLength(2);
  });

  it('finds nothing for a single letter, punctuation or empty text', async () => {
    for (const q of ['', ' ', 'q', '%', '__', '@', '@q']) {
      const { creators, people, pools } = await ask(q, member.client);
      expect([q, creators, people, pools]).toEqual([q, [], [], []]);
    }
    await expect(ask('a'.repeat(201))).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('shows no adult content before the age gate', async () => {
    expect(JSON.stringify(await ask('noir', member.client))).not.toMatch(/noir/i);
    expect((await ask('noir', ageVerified())).creators.map(({ username }) => username)).toEqual(['quist_after_dark']);
    const admin = await insertPerson(app, 'admin');
    const pool = await makePool(member, { title: 'Quist unveiled', categories: ['NSFW'] });
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    expect((await ask('unveiled')).poolCount).toBe(0);
    expect((await ask('unveiled', ageVerified())).pools[0]?.title).toBe('Quist unveiled');
  });

  it('finds no pool by a name that the age gate hides, as a category changes', async () => {
    const { sql } = app.context.db;
    const writer = await insertPerson(app);
    await sql`update users set display_name = 'Selma Verygood' where id = ${writer.id}`;
    const [profile] = await sql<{ id: string }[]>`
      insert into creator_profiles (username, full_name, display_name, category_id, owner_id)
      select 'night_nine', 'Zelda Quixotica', 'Cook+Book', id, ${writer.id} from categories where adult returning id`;
    await makePool(writer, { title: 'Cook from a book', creatorProfileId: profile?.id });
    const searches = ['Quixotica', 'zelda', 'Verygood', 'cook+book', 'night_nine'];
    const count = async () => Promise.all(searches.map(async (text) => (await ask(text)).poolCount));
    expect(await count()).toEqual([0, 0, 0, 0, 1]);
    await sql`update creator_profiles set category_id = (select min(id) from categories where not adult) where id = ${profile?.id ?? ''}`;
    expect(await count()).toEqual([1, 1, 1, 1, 1]);
    await sql`update creator_profiles set category_id = (select id from categories where adult) where id = ${profile?.id ?? ''}`;
    expect(await count()).toEqual([0, 0, 0, 0, 1]);
  });
});
