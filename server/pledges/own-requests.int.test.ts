import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideVerification } from '#contract/admin/moderation.ts';
import { claimCreator, claimPool, decideClaim } from '#contract/claims.ts';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { listNotifications } from '#contract/notifications.ts';
import { editPool } from '#contract/pools/pools.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { type Creator, makeCreator, makePool, makeUnclaimedProfile } from '#testing/builders.ts';
import type { Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { pledgeInvariants } from './check-pledges.ts';
import { sweepOwnPledges } from './sweep-pledges.ts';

/** Creators do not fund requests to themselves, whichever way they become the creator of a pool. */
let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

const claim = { message: 'It is me.', proofUrl: 'https://example.org/me' };
const approve = (id: string) =>
  stage.people.admin.client.call(decideClaim, { params: { id }, body: { status: 'approved' } });

/** The creator's pledge was released with a notice, counts no more, and cannot be made again. */
async function expectReleased(creator: Person, poolId: string, pledgeId: string): Promise<void> {
  await stage.app.settle();
  expect(await stage.get(creator, pledgeId)).toMatchObject({ status: 'released' });
  expect(await stage.pool(poolId)).toMatchObject({ pledgedAmount: 0, fanCount: 0, status: 'open' });
  const { notifications } = await creator.client.call(listNotifications, { query: {} });
  expect(notifications).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ body: expect.stringContaining('can’t fund their own requests') }),
    ]),
  );
  await expect(stage.post(creator, poolId, 10_00)).rejects.toMatchObject({ status: 403, code: 'own_request' });
}

it('refuses the pledge of the assigned creator, with a new card, a saved card and after the delivery', async () => {
  const { creator } = stage.people;
  const pool = await stage.newPool();
  await expect(stage.post(creator, pool.id, 10_00)).rejects.toMatchObject({ status: 403, code: 'own_request' });
  const other = await makePool(stage.people.owner);
  await stage.pledge(creator, other.id, 10_00);
  await expect(stage.post(creator, pool.id, 10_00, { useSavedCard: true })).rejects.toMatchObject({
    code: 'own_request',
  });
  const late = await stage.collected([{ cents: 20_00 }], { allowLatePledges: true });
  await stage.deliver(late.poolId);
  for (const useSavedCard of [false, true]) {
    await expect(stage.post(creator, late.poolId, 10_00, { useSavedCard })).rejects.toMatchObject({
      code: 'own_request',
    });
  }
});

it('releases the pledge when a pool claim is approved, and the goal is no longer met', async () => {
  const claimant: Creator = await makeCreator(stage.app);
  const pool = await makePool(stage.people.owner);
  const pledge = await stage.pledge(claimant, pool.id, 50_00);
  expect((await stage.pool(pool.id)).status).toBe('goal_met');
  const { id } = await claimant.client.call(claimPool, { params: { id: pool.id }, body: claim });
  await approve(id);
  await expectReleased(claimant, pool.id, pledge.id);
});

it('releases the pledge when the fan gets the target profile, by a claim and by an application', async () => {
  for (const way of ['claim', 'application'] as const) {
    const profile = await makeUnclaimedProfile(stage.app);
    const fan = await stage.fan();
    const pool = await makePool(stage.people.owner, { creatorProfileId: profile.profileId });
    const pledge = await stage.pledge(fan, pool.id, 10_00);
    if (way === 'claim') {
      const { id } = await fan.client.call(claimCreator, { params: { username: profile.username }, body: claim });
      await approve(id);
    } else {
      const body = {
        ...{
          fullName: 'Sam Stone',
          username: profile.username,
          category: 'Music',
          bio: 'I write songs about weather.',
        },
        socialLinks: [{ platform: 'youtube' as const, url: 'https://www.youtube.com/@sam' }],
        ...{ proofUrl: 'https://example.org/me', agreement: true as const },
      };
      await fan.client.call(applyAsCreator, { body });
      const [row] = await stage.sql<{ id: string }[]>`select id from creator_applications where user_id = ${fan.id}`;
      const decision = { params: { id: row?.id ?? '' }, body: { status: 'approved' as const } };
      await stage.people.admin.client.call(decideVerification, decision);
    }
    await expectReleased(fan, pool.id, pledge.id);
  }
});

it('releases the pledge of an owner who edits the pool to be for themselves', async () => {
  const creator = await makeCreator(stage.app);
  const pool = await makePool(creator);
  const pledge = await stage.pledge(creator, pool.id, 50_00);
  await creator.client.call(editPool, { params: { id: pool.id }, body: { creatorProfileId: creator.profileId } });
  await expectReleased(creator, pool.id, pledge.id);
});

it('does not count a card that is saved after the fan became the creator', async () => {
  const claimant = await makeCreator(stage.app);
  const pool = await makePool(stage.people.owner);
  const { pledge, setup } = await stage.post(claimant, pool.id, 10_00);
  // The assignment did not see the pledge, as if both had committed at the same moment.
  await stage.sql`update pools set assigned_creator_id = ${claimant.id}, creator_profile_id = ${claimant.profileId} where id = ${pool.id}`;
  await stage.checkout(setup?.url);
  await stage.app.settle();
  expect(await stage.get(claimant, pledge.id)).toMatchObject({ status: 'released' });
  expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0 });
});

it('reports and releases pledges of creators that are older than this rule', async () => {
  const claimant = await makeCreator(stage.app);
  const pool = await makePool(stage.people.owner);
  const pledge = await stage.pledge(claimant, pool.id, 50_00);
  await stage.sql`update pools set assigned_creator_id = ${claimant.id}, creator_profile_id = ${claimant.profileId} where id = ${pool.id}`;
  const failed = async () =>
    (await checkInvariants(stage.sql, pledgeInvariants)).filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  expect(await failed()).toEqual(['no creator funds their own request']);
  await sweepOwnPledges(stage.context);
  await expectReleased(claimant, pool.id, pledge.id);
  expect(await failed()).toEqual([]);
});

it('lets assignment and pledge race without a counted pledge of the creator', async () => {
  for (let round = 0; round < 8; round += 1) {
    const claimant = await makeCreator(stage.app);
    await stage.saveCard(claimant);
    const pool = await makePool(stage.people.owner);
    const { id } = await claimant.client.call(claimPool, { params: { id: pool.id }, body: claim });
    await Promise.allSettled([approve(id), stage.post(claimant, pool.id, 10_00, { useSavedCard: true })]);
    await stage.app.settle();
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0 });
  }
});
