import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreator } from '#contract/creators/creators.ts';
import {
  getRequestTerms,
  openTerms,
  type RequestTermsForm,
  setRequestTerms,
} from '#contract/creators/request-terms.ts';
import { createPool, editPool, type PoolForm } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeCreator } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let fan: Person;
beforeAll(async () => {
  app = await startTestApp();
  fan = await insertPerson(app);
});
afterAll(() => app.close());

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const set = ({ client }: Creator, terms: Partial<RequestTermsForm>) =>
  client.call(setRequestTerms, { body: { ...openTerms, ...terms } });

function ask(by: Person, creator: Creator, more: Partial<PoolForm> = {}) {
  return by.client.call(createPool, {
    body: {
      title: 'A song about rain',
      description: 'Please write a song about the rain.',
      fundingGoal: 20_00,
      categories: ['Music'],
      creatorProfileId: creator.profileId,
      ...more,
    },
  });
}

const refusedBy = (field: string) => ({
  status: 409,
  code: 'request_not_taken',
  fields: { [field]: expect.any(String) },
});

describe('request terms', () => {
  it('start open and appear on the profile once set', async () => {
    const creator = await makeCreator(app);
    expect(await creator.client.call(getRequestTerms)).toEqual({ ...openTerms, version: expect.any(String) });
    const terms = {
      categories: ['Art', 'Music'],
      minimumGoal: 50_00,
      languages: ['de' as const, 'en' as const],
      declines: 'No covers of living artists.',
    };
    await set(creator, terms);
    const profile = await app.client().call(getCreator, { params: { username: creator.username } });
    expect(profile.requestTerms).toEqual({ ...openTerms, ...terms });
  });

  it('refuse categories that the creator does not take', async () => {
    const creator = await makeCreator(app);
    await set(creator, { categories: ['Music'] });
    await expect(ask(fan, creator, { categories: ['Music', 'Art'] })).rejects.toMatchObject(refusedBy('categories'));
    await ask(fan, creator);
  });

  it('refuse a goal below the minimum only while the creator declines it', async () => {
    const creator = await makeCreator(app);
    await set(creator, { minimumGoal: 50_00 });
    const pool = await ask(fan, creator);
    await set(creator, { minimumGoal: 50_00, declinesBelowMinimum: true });
    await expect(ask(fan, creator)).rejects.toMatchObject(refusedBy('fundingGoal'));
    await ask(fan, creator, { fundingGoal: 50_00 });
    // A pool from before keeps its goal, but cannot lower it.
    const edit = (fundingGoal: number) => fan.client.call(editPool, { params: { id: pool.id }, body: { fundingGoal } });
    await edit(20_00);
    await expect(edit(15_00)).rejects.toMatchObject(refusedBy('fundingGoal'));
  });

  it('refuse every request during a vacation, until it ends', async () => {
    const creator = await makeCreator(app);
    const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
    const pool = await ask(fan, creator);
    await set(creator, { away: true, awayUntil: inAWeek });
    await expect(ask(fan, creator)).rejects.toMatchObject(refusedBy('creatorProfileId'));
    await fan.client.call(editPool, { params: { id: pool.id }, body: { title: 'A song about snow' } });
    const other = await ask(fan, creator, { creatorProfileId: null });
    const redirect = { params: { id: other.id }, body: { creatorProfileId: creator.profileId } };
    await expect(fan.client.call(editPool, redirect)).rejects.toMatchObject(refusedBy('creatorProfileId'));
    await app.context.db.sql`
      update creator_request_terms set away_until = now() - interval '1 second' where profile_id = ${creator.profileId}`;
    expect(await creator.client.call(getRequestTerms)).toMatchObject({ away: false, awayUntil: null });
    await ask(fan, creator);
  });

  it('keep their version when a vacation ends, so that a form that was open meanwhile has no conflict', async () => {
    const creator = await makeCreator(app);
    const { version } = await set(creator, { away: true, awayUntil: new Date(Date.now() + 3000).toISOString() });
    const read = () => creator.client.call(getRequestTerms);
    await expect.poll(read).toMatchObject({ away: false, awayUntil: null, version });
    const body = { declines: 'No covers.', version };
    expect(await creator.client.call(setRequestTerms, { body })).toMatchObject({ away: false, declines: 'No covers.' });
    await expect(creator.client.call(setRequestTerms, { body })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('do not bind creators who start a pool for themselves', async () => {
    const creator = await makeCreator(app);
    await set(creator, { away: true });
    await ask(creator, creator);
  });

  it('reject a vacation that ends in the past or has no beginning, unknown categories and languages, and people without a profile', async () => {
    const creator = await makeCreator(app);
    await expect(set(creator, { away: true, awayUntil: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      status: 400,
      fields: { awayUntil: expect.any(String) },
    });
    const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
    await expect(set(creator, { awayUntil: inAWeek })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: { awayUntil: expect.any(String) },
    });
    await expect(set(creator, { categories: ['Alchemy'] })).rejects.toMatchObject({ status: 400 });
    const languages = (...codes: string[]) => set(creator, { languages: codes as never });
    await expect(languages('tlh')).rejects.toMatchObject({ status: 400 });
    await expect(languages('en', 'en')).rejects.toMatchObject({ status: 400 });
    const admin = await insertPerson(app, 'admin');
    await expect(admin.client.call(getRequestTerms)).rejects.toMatchObject({ status: 404 });
    await expect(fan.client.call(getRequestTerms)).rejects.toMatchObject({ status: 403 });
  });
});
