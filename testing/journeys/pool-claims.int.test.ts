import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimPool, decideClaim, listClaims } from '#contract/claims.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { cancelPool, editPool, type Pool } from '#contract/pools/pools.ts';
import type { TestClient } from '#testing/client.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';

/** Creators claim a pool that names no creator, and an admin decides. */
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let other: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open({ RESPONSE_WINDOW: 'P7D' });
  [owner, creator, other] = [await site.member('owner'), await site.creator(), await site.creator()];
});
afterAll(() => site.close());

const body = { message: 'They mean me.', proofUrl: 'https://maya.example/this-pool' };
const claim = ({ client }: { client: TestClient }, pool: Pool) =>
  client.call(claimPool, { params: { id: pool.id }, body });
const decide = (id: string, status: 'approved' | 'rejected', reason?: string) =>
  site.admin.client.call(decideClaim, { params: { id }, body: { status, ...(reason ? { reason } : {}) } });
const noticeOf = async (who: Member, kind: string) =>
  (await site.noticesOf(who)).find((notice) => notice.kind === kind);

describe('a claim that is approved', () => {
  it('assigns the pool to the claimant, who can accept it', async () => {
    const pool = await site.newPool(owner, null);
    expect(await site.pool(pool.id, creator)).toMatchObject({ claim: 'possible', assignedCreator: null });
    expect(await site.pool(pool.id, owner)).toMatchObject({ claim: null });
    const mine = await claim(creator, pool);
    const theirs = await claim(other, pool);
    expect(mine).toEqual({ id: expect.any(String), status: 'pending' });
    expect(await site.pool(pool.id, creator)).toMatchObject({ claim: 'pending' });
    expect(await noticeOf(site.admin, 'pool_claim_made')).toMatchObject({ href: '/admin/claims' });

    const query = { status: 'pending' as const, search: creator.username, sort: 'oldest' as const };
    const { items, pagination } = await site.admin.client.call(listClaims, { query });
    expect(items).toMatchObject([
      {
        ...body,
        id: mine.id,
        status: 'pending',
        poolId: pool.id,
        userId: creator.id,
        creatorUsername: creator.username,
      },
    ]);
    expect(pagination).toEqual({ page: 1, pageSize: 20, totalCount: 1, totalPages: 1 });

    expect(await decide(mine.id, 'approved')).toMatchObject({ id: mine.id, status: 'approved', reason: null });
    expect(await site.pool(pool.id, creator)).toMatchObject({
      claim: null,
      isAssignedCreator: true,
      assignedCreator: { id: creator.id },
      creatorProfileId: creator.profileId,
      status: 'open',
    });
    const { requests } = await creator.client.call(getCreatorDashboard);
    expect(requests.map(({ id }) => id)).toContain(pool.id);
    expect(await noticeOf(creator, 'pool_claim_approved')).toMatchObject({ href: `/dashboard?request=${pool.id}` });
    expect((await noticeOf(other, 'pool_claim_rejected'))?.body).toContain('Another creator was given this pool.');
    await expect(decide(theirs.id, 'approved')).rejects.toMatchObject({ code: 'conflict', status: 409 });
    expect(await site.accept(creator, pool)).toMatchObject({ status: 'accepted' });

    const audit = await site.sql`select action, actor_id, before, after from audit_log where target_id = ${mine.id}`;
    expect(audit).toEqual([
      {
        action: 'pool_claim.approved',
        actorId: site.admin.id,
        before: { status: 'pending' },
        after: { status: 'approved', poolId: pool.id, creatorId: creator.id },
      },
    ]);
  });

  it('starts the response window if the goal is already met', async () => {
    const pool = await site.newPool(owner, null, { fundingGoal: 10_00 });
    const [fan] = await site.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    await site.pledgeWithSavedCard(fan, pool, 10_00);
    const waiting = await site.poolIs(pool.id, 'goal_met');
    expect(waiting.clocks.responseDueAt).toBe(waiting.deadline);
    const { id } = await claim(creator, pool);
    const before = Date.now();
    await decide(id, 'approved');
    const { clocks, status } = await site.pool(pool.id);
    expect(status).toBe('goal_met');
    const week = 7 * 24 * 60 * 60_000;
    const due = new Date(clocks.responseDueAt ?? 0).getTime();
    expect(due).toBeGreaterThan(before + week - 60_000);
    expect(due).toBeLessThan(before + week + 60_000);
    const [row] = await site.sql<{ same: boolean }[]>`
      select clock_at = response_due_at as same from pools where id = ${pool.id}`;
    expect(row?.same).toBe(true);
    expect(await site.accept(creator, pool)).toMatchObject({ isAssignedCreator: true });
  });
});

describe('a claim that is rejected', () => {
  it('requires a reason that the claimant can read, and can be repeated', async () => {
    const pool = await site.newPool(owner, null);
    const { id } = await claim(creator, pool);
    await expect(decide(id, 'rejected')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await decide(id, 'rejected', 'The proof is gone.')).toMatchObject({
      status: 'rejected',
      reason: 'The proof is gone.',
    });
    await expect(decide(id, 'rejected', 'Again')).rejects.toMatchObject({ code: 'conflict' });
    expect((await noticeOf(creator, 'pool_claim_rejected'))?.body).toContain('The proof is gone.');
    expect(await site.pool(pool.id, creator)).toMatchObject({ claim: 'possible', assignedCreator: null });
    expect(await claim(creator, pool)).toMatchObject({ status: 'pending' });
  });

  it('happens automatically when the pool ends', async () => {
    const pool = await site.newPool(owner, null);
    const { id } = await claim(creator, pool);
    await owner.client.call(cancelPool, { params: { id: pool.id }, body: { reason: 'Changed my mind' } });
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: 'conflict' });
    await expect(claim(creator, pool)).rejects.toMatchObject({ code: 'pool_state' });
  });
});

describe('a claim is refused', () => {
  it('for visitors, fans, and creators other than the target creator', async () => {
    const pool = await site.newPool(owner, null);
    await expect(claim({ client: site.app.client() }, pool)).rejects.toMatchObject({ status: 401 });
    await expect(claim(owner, pool)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    // An admin without a creator profile cannot claim.
    await expect(claim(site.admin, pool)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const requestPool = await site.newPool(owner, creator);
    expect(requestPool.assignedCreator).toMatchObject({ id: creator.id });
    await expect(claim(other, requestPool)).rejects.toMatchObject({ status: 403, code: 'not_your_request' });
    // The target creator needs no claim.
    await expect(claim(creator, requestPool)).rejects.toMatchObject({ status: 409, code: 'pool_state' });
    const query = { search: owner.username };
    await expect(creator.client.call(listClaims, { query })).rejects.toMatchObject({ status: 403 });
  });

  it('when the same creator claims twice, even concurrently', async () => {
    const pool = await site.newPool(owner, null);
    const tries = await Promise.allSettled([claim(creator, pool), claim(creator, pool)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(claim(creator, pool)).rejects.toMatchObject({ code: 'claim_exists', status: 409 });
  });

  it('without a message or a link', async () => {
    const pool = await site.newPool(owner, null);
    const call = creator.client.call(claimPool, { params: { id: pool.id }, body: { message: ' ', proofUrl: 'me' } });
    await expect(call).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { message: 'Message is required', proofUrl: expect.stringContaining('must start with http') },
    });
  });

  it('when the owner has since named another creator', async () => {
    const pool = await site.newPool(owner, null);
    const { id } = await claim(other, pool);
    await owner.client.call(editPool, { params: { id: pool.id }, body: { creatorProfileId: creator.profileId } });
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: 'conflict' });
    expect(await site.pool(pool.id)).toMatchObject({ assignedCreator: { id: creator.id } });
  });

  it('for a creator who has since been suspended', async () => {
    const pool = await site.newPool(owner, null);
    const claimant = await site.creator();
    const { id } = await claim(claimant, pool);
    await site.sql`update users set suspended_at = now() where id = ${claimant.id}`;
    await expect(decide(id, 'approved')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This person is suspended. Lift the suspension before you approve, or reject the claim.',
    });
    expect(await decide(id, 'rejected', 'Suspended')).toMatchObject({ status: 'rejected' });
  });

  it('when another admin approves a different claim at the same time', async () => {
    const pool = await site.newPool(owner, null);
    const claims = [await claim(creator, pool), await claim(other, pool)];
    const tries = await Promise.allSettled(claims.map(({ id }) => decide(id, 'approved')));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
