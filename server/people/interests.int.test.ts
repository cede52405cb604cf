import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { getInterests, setInterests, skipWelcome } from '#contract/interests.ts';
import { deleteAccount } from '#contract/settings.ts';
import { createAccount } from '#server/accounts/create-account.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';

const password = 'correct horse 9';
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A person who has just signed up. */
async function newcomer() {
  count += 1;
  const username = `newcomer_${count}`;
  const client = app.client();
  const { id } = await client.call(register, { body: { email: `${username}@example.org`, username, password } });
  return { id, client };
}

describe('the welcome card', () => {
  it('is shown to a new person until they choose interests', async () => {
    const { client } = await newcomer();
    expect(await client.call(getInterests)).toEqual({ interests: [], welcome: true });
    const chosen = { interests: ['Music', 'Comedy'], welcome: false };
    expect(await client.call(setInterests, { body: { interests: ['music', 'Comedy'] } })).toEqual(chosen);
    expect(await client.call(getInterests)).toEqual(chosen);
  });

  it('stays hidden once it is skipped', async () => {
    const { client } = await newcomer();
    expect(await client.call(skipWelcome)).toEqual({ interests: [], welcome: false });
    expect(await client.call(skipWelcome)).toEqual({ interests: [], welcome: false });
    expect(await client.call(getInterests)).toEqual({ interests: [], welcome: false });
  });

  it('is not shown to accounts that were created without a sign-up', async () => {
    const made = await app.context.db.tx((tx) =>
      createAccount(app.context, tx, { email: 'made@example.org', username: 'made', passwordHash: null }),
    );
    expect(await app.context.db.sql`select 1 from welcome_cards where user_id = ${made?.id ?? ''}`).toEqual([]);
    const { id, client } = await newcomer();
    // As accounts from before the migration.
    await app.context.db.sql`delete from welcome_cards where user_id = ${id}`;
    expect(await client.call(getInterests)).toEqual({ interests: [], welcome: false });
  });
});

describe('interests', () => {
  it('are replaced in the chosen order and can be removed', async () => {
    const { client } = await newcomer();
    await client.call(setInterests, { body: { interests: ['Music', 'Comedy', 'Gaming'] } });
    const { interests } = await client.call(setInterests, { body: { interests: ['Gaming', 'Music'] } });
    expect(interests).toEqual(['Gaming', 'Music']);
    expect((await client.call(setInterests, { body: { interests: [] } })).interests).toEqual([]);
  });

  it.each([
    ['four categories', ['Music', 'Comedy', 'Gaming', 'Cooking']],
    ['the same category twice', ['Music', 'Music']],
    ['an unknown category', ['Underwater basket weaving']],
    ['an adult category', ['NSFW']],
  ])('refuse %s and keep the earlier choice', async (_what, interests) => {
    const { client } = await newcomer();
    await client.call(setInterests, { body: { interests: ['Music'] } });
    await expect(client.call(setInterests, { body: { interests } })).rejects.toMatchObject({ status: 400 });
    expect((await client.call(getInterests)).interests).toEqual(['Music']);
  });

  it('survive concurrent replacements without a mixture', async () => {
    const { client } = await newcomer();
    const choices = [['Music', 'Comedy', 'Gaming'], ['Gaming', 'Comedy'], ['Comedy']];
    await Promise.all(choices.map((interests) => client.call(setInterests, { body: { interests } })));
    expect(choices).toContainEqual((await client.call(getInterests)).interests);
  });

  it('are deleted with the account', async () => {
    const { id, client } = await newcomer();
    await client.call(setInterests, { body: { interests: ['Music'] } });
    await client.call(deleteAccount, { body: { password } });
    expect(await app.context.db.sql`select 1 from user_interests where user_id = ${id}`).toEqual([]);
  });

  it('need a session', async () => {
    await expect(app.client().call(getInterests)).rejects.toMatchObject({ status: 401 });
  });
});
