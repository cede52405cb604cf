import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimPool, getClaimCode } from '#contract/claims.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { followCreator, getCreator } from '#contract/creators/creators.ts';
import { editCreator } from '#contract/creators/edit-creator.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Member } from './http-site.ts';
import { ImpostorStage, params } from './impostor-stage.ts';

/** A code gave a profile to its claimant, and an admin confirms that or takes the profile back. */
let stage: ImpostorStage;
beforeAll(async () => {
  stage = await ImpostorStage.open();
});
afterAll(() => stage?.close());

describe('after a code sufficed', () => {
  it('shows the page instead of a check mark, and lets no one take pools from before', async () => {
    const { claimant, page, profile, pool } = await stage.given();
    const visitor = stage.site.visitor().client;
    expect(await visitor.call(getCreator, params(profile))).toMatchObject({ status: 'claimed', claimedWith: page });
    expect(await stage.site.pool(pool.id)).toMatchObject({
      assignedCreator: null,
      targetCreator: { status: 'claimed' },
    });
    const body = { message: 'Mine.', proofUrl: page };
    await expect(claimant.client.call(claimPool, { params: { id: pool.id }, body })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('releases the pledge of a fan who claims the profile', async () => {
    const [adder, claimant] = [await stage.person('adder'), await stage.person('claimant')];
    const page = stage.pageOn(stage.platform);
    const profile = await stage.add(adder, page);
    await stage.age(profile, 60);
    const pool = await stage.site.newPool(adder, null, { creatorProfileId: profile.id });
    const pledge = await stage.site.pledge(claimant, pool, 20_00);
    await stage.claim(claimant, profile, page);
    await stage.site.pledgeIs(claimant, pledge.id, 'released');
    expect(await stage.site.pool(pool.id)).toMatchObject({ pledgedAmount: 0 });
  });

  it('takes the profile and unanswered pools back with a rejection, and the next claim is not made easier', async () => {
    const { adder, claimant, profile, pool, claimId } = await stage.given();
    const later = await stage.site.newPool(adder, null, { creatorProfileId: profile.id });
    expect(await stage.site.pool(later.id, claimant)).toMatchObject({ isAssignedCreator: true });
    const form = new FormData();
    form.append('socialLinks', JSON.stringify([{ platform: 'other', url: stage.pageOn(stage.platform) }]));
    await claimant.client.form(editCreator, form, { username: profile.username });
    await stage.decide(claimId, 'rejected');
    await stage.unchanged(claimant, profile, pool.id);
    expect(await stage.site.pool(later.id)).toMatchObject({ assignedCreator: null, status: 'open' });
    const [link] = await stage.site
      .sql`select added_by, added_at > now() - interval '1 hour' as recent from creator_links
      where profile_id = ${profile.id}`;
    expect(link).toEqual({ addedBy: claimant.id, recent: true });
  });

  it('never gives the profile away again after a rejection, also not to a related account', async () => {
    const { claimant, page, profile, claimId } = await stage.given();
    await stage.decide(claimId, 'rejected');
    const second = await stage.person('second');
    second.client.cookies.set('profile_device', claimant.client.cookies.get('profile_device') ?? 'none');
    for (const who of [claimant, second]) {
      expect(await stage.claim(who, profile, page)).toMatchObject({ claimed: false, inReview: true });
      expect(await stage.claimOf(who)).toMatchObject({ doubts: ['rejected_before'], handedOverAt: null });
    }
    const stranger = await stage.person('stranger');
    expect(await stage.claim(stranger, profile, page)).toMatchObject({ claimed: true });
  });

  it('closes finished pools to late fans with a rejection, because the person would be paid', async () => {
    const { adder, claimant, fan, profile, claimId } = await stage.given();
    await stage.site.app.driver.setUpPayouts(claimant.client);
    const creator = { ...claimant, profileId: profile.id };
    const { pool } = await stage.site.funded(adder, creator, [{ who: fan, cents: 20_00 }]);
    await stage.site.deliver(claimant, pool);
    await stage.site.review(pool);
    await claimant.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
    await stage.site.letTimePass(pool);
    await stage.site.poolIs(pool.id, 'completed');
    const late = await stage.person('late');
    const body = { amountCents: 10_00, requestKey: randomUUID() };
    const { pledge } = await late.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
    await stage.decide(claimId, 'rejected');
    await stage.site.pledgeIs(late, pledge.id, 'released');
    expect(await stage.site.pool(pool.id)).toMatchObject({ status: 'completed', allowsLatePledges: false });
    const notice = (await stage.site.noticesOf(late)).find(({ kind }) => kind === 'pledge_dropped');
    expect(notice?.body).toMatch(/^We couldn’t confirm who the creator of/);
    const again = { ...body, requestKey: randomUUID() };
    await expect(late.client.call(pledgeToPool, { params: { poolId: pool.id }, body: again })).rejects.toMatchObject({
      code: 'pool_closed',
    });
  });

  it('keeps an accepted pool and refuses the rejection until an admin has ended it', async () => {
    const { adder, claimant, profile, claimId } = await stage.given();
    const later = await stage.site.newPool(adder, null, { creatorProfileId: profile.id });
    await stage.site.accept(claimant, later);
    await expect(stage.decide(claimId, 'rejected')).rejects.toMatchObject({ code: 'pool_state' });
    expect(await claimant.client.call(getCreator, params(profile))).toMatchObject({ status: 'claimed' });
  });

  it('decides a race of two admins for one of them', async () => {
    const { claimant, profile, pool, claimId } = await stage.given();
    const other = await stage.secondAdmin();
    const ends = await Promise.allSettled([
      stage.decide(claimId, 'approved'),
      stage.decide(claimId, 'rejected', other),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
    const approved = ends[0]?.status === 'fulfilled';
    const now = await claimant.client.call(getCreator, params(profile));
    expect(now).toMatchObject({ status: approved ? 'verified' : 'unclaimed', ownerId: approved ? claimant.id : null });
    expect(await stage.site.pool(pool.id, claimant)).toMatchObject({ isAssignedCreator: approved });
  });

  it('is not approved while the claimant is suspended', async () => {
    const { claimant, pool, claimId } = await stage.given();
    await stage.site.sql`update users set suspended_at = now() where id = ${claimant.id}`;
    await expect(stage.decide(claimId, 'approved')).rejects.toMatchObject({ code: 'conflict' });
    expect(await stage.site.pool(pool.id)).toMatchObject({ assignedCreator: null });
    await stage.decide(claimId, 'rejected');
    await stage.site.sql`update users set suspended_at = null where id = ${claimant.id}`;
  });
});

it('says nothing new of a creator who was verified by an old code before the review', async () => {
  const { claimant, fan, profile, claimId } = await stage.given();
  await fan.client.call(followCreator, params(profile));
  await stage.site.sql`update creator_profiles set status = 'verified', claimed_with = null where id = ${profile.id}`;
  await stage.site.sql`update users set is_verified = true where id = ${claimant.id}`;
  await stage.decide(claimId, 'approved');
  await stage.site.app.settle();
  const kindsOf = async (who: Member) => (await stage.site.noticesOf(who)).map(({ kind }) => kind);
  expect(await kindsOf(fan)).not.toContain('creator_open');
  expect(await kindsOf(claimant)).not.toContain('creator_claim_approved');
  const other = await stage.given();
  await other.fan.client.call(followCreator, params(other.profile));
  await stage.decide(other.claimId, 'approved');
  await stage.site.app.settle();
  expect(await kindsOf(other.fan)).toContain('creator_open');
  expect(await kindsOf(other.claimant)).toContain('creator_claim_approved');
});

it('keeps the 50 newest traces of a kind', async () => {
  const [adder, claimant] = [await stage.person('adder'), await stage.person('claimant')];
  const profile = await stage.add(adder, stage.pageOn(stage.platform));
  await stage.site.sql`
    insert into creator_traces (user_id, kind, value, last_at)
    select ${claimant.id}, k, k || n, now() - make_interval(days => n) from generate_series(1, 60) n, unnest(array['address', 'device']) k`;
  await claimant.client.call(getClaimCode, params(profile));
  const kept = await stage.site.sql`
    select kind, count(*)::int as n, count(*) filter (where value in ('address1', 'device49'))::int as newest,
      count(*) filter (where value like '%50')::int as oldest
    from creator_traces where user_id = ${claimant.id} group by kind order by kind`;
  expect([...kept]).toEqual([
    { kind: 'address', n: 50, newest: 1, oldest: 0 },
    { kind: 'device', n: 50, newest: 1, oldest: 0 },
  ]);
});
