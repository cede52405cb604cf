import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreatorDashboard, markFirstSteps } from '#contract/creators/creator-dashboard.ts';
import { openTerms, setRequestTerms } from '#contract/creators/request-terms.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool } from '#testing/builders.ts';
import { insertPerson } from '#testing/insert-person.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const stepsOf = async ({ client }: Pick<Creator, 'client'>) => (await client.call(getCreatorDashboard)).firstSteps;

describe('the first steps of a creator', () => {
  it('follow the page, the payout account, the terms, the share and the first request until all are done', async () => {
    const creator = await makeCreator(app);
    const { sql } = app.context.db;
    await sql`update creator_profiles set avatar_url = null where owner_id = ${creator.id}`;
    const ready = (await creator.client.call(getCreatorDashboard)).payoutAccount.state === 'ready';
    const start = { page: false, payouts: ready, terms: false, shared: false, request: false };
    expect(await stepsOf(creator)).toEqual(start);

    await sql`update creator_profiles set avatar_url = '/images/a.webp', description = 'Songs' where owner_id = ${creator.id}`;
    expect(await stepsOf(creator)).toEqual({ ...start, page: true });
    await creator.client.call(setRequestTerms, { body: openTerms });
    expect(await stepsOf(creator)).toEqual({ ...start, page: true, terms: true });
    const { firstSteps } = await creator.client.call(markFirstSteps, { body: { act: 'shared' } });
    expect(firstSteps).toEqual({ ...start, page: true, terms: true, shared: true });
    expect((await creator.client.call(markFirstSteps, { body: { act: 'shared' } })).firstSteps).toEqual(firstSteps);
    await makePool(await insertPerson(app), { creatorProfileId: creator.profileId });
    expect(await stepsOf(creator)).toEqual(
      ready ? null : { ...start, page: true, terms: true, shared: true, request: true },
    );
  });

  it('disappear permanently once the creator dismisses them', async () => {
    const creator = await makeCreator(app);
    expect(await stepsOf(creator)).not.toBeNull();
    expect(await creator.client.call(markFirstSteps, { body: { act: 'dismissed' } })).toEqual({ firstSteps: null });
    await creator.client.call(markFirstSteps, { body: { act: 'shared' } });
    expect(await stepsOf(creator)).toBeNull();
  });

  it('belong to creators only', async () => {
    const fan = await insertPerson(app);
    await expect(fan.client.call(markFirstSteps, { body: { act: 'dismissed' } })).rejects.toMatchObject({
      status: 403,
    });
  });
});
