import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReport, listAdminPools, listReports } from '#contract/admin/moderation.ts';
import { addComment, type Comment, listComments } from '#contract/comments.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { makeReport, type ReportKind } from '#contract/reports.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';

let site: HttpSite;
let owner: Member;
let fan: Member;
let other: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, fan, other, creator] = await Promise.all([site.member(), site.member(), site.member(), site.creator()]);
});
afterAll(() => site?.close());

type Someone = Pick<Member, 'client'>;
const visitor = (): Someone => ({ client: site.app.client() });
const report = (who: Someone, kind: ReportKind, id: string, reason = 'This is spam') =>
  who.client.call(makeReport, { body: { kind, id, reason } });
const say = (who: Someone, pool: Pool, content: string): Promise<Comment> =>
  who.client.call(addComment, { params: { id: pool.id }, body: { content } });
const decide = (id: string, status: 'upheld' | 'dismissed', reason = 'Looked at', who: Someone = site.admin) =>
  who.client.call(decideReport, { params: { id }, body: { status, reason } });
const queue = async (query: NonNullable<CallInput<typeof listReports>['query']>) =>
  (await site.admin.client.call(listReports, { query })).items;
const auditOf = (id: string) =>
  site.sql`select action, actor_id, before, after, reason from audit_log where target_id = ${id}`;
const nowhere = '00000000-0000-4000-8000-000000000000';

describe('a report of a comment', () => {
  it('removes the comment when upheld, and closes every other report of it', async () => {
    const pool = await site.newPool(owner, creator);
    const comment = await say(fan, pool, 'Buy followers at example.com');
    const mine = await report(other, 'comment', comment.id, '  Spam or a scam ');
    expect(mine).toEqual({ id: expect.any(String), status: 'open' });
    const theirs = await report(owner, 'comment', comment.id);
    const [item] = await queue({ kind: 'comment', search: 'followers' });
    expect(item).toMatchObject({
      status: 'open',
      poolId: pool.id,
      poolTitle: pool.title,
      userId: owner.id,
      reported: {
        id: comment.id,
        path: `${pool.canonicalPath}?tab=comments#comments`,
        excerpt: 'Buy followers at example.com',
        user: { id: fan.id },
        gone: false,
        openReports: 2,
      },
    });
    expect(await decide(mine.id, 'upheld', 'Clearly')).toMatchObject({
      status: 'upheld',
      answer: 'Clearly',
      reason: 'Spam or a scam',
      reported: { gone: true, openReports: 0, excerpt: 'Buy followers at example.com' },
    });
    await expect(decide(theirs.id, 'dismissed')).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const { comments } = await fan.client.call(listComments, { params: { id: pool.id } });
    expect(comments).toEqual([]);
    expect(await site.pool(pool.id)).toMatchObject({ commentCount: 0 });
    expect(await auditOf(mine.id)).toMatchObject([
      {
        action: 'report.upheld',
        actorId: site.admin.id,
        before: { status: 'open' },
        after: { status: 'upheld', kind: 'comment', reported: comment.id, removed: true },
        reason: 'Clearly',
      },
    ]);
    // The audit log has no second entry for the deletion.
    expect(await auditOf(comment.id)).toEqual([]);
    await expect(report(other, 'comment', comment.id)).rejects.toMatchObject({ status: 404 });
  });

  it('keeps the comment when dismissed, and can be repeated', async () => {
    const pool = await site.newPool(owner, creator);
    const comment = await say(fan, pool, 'I do not like this');
    const { id } = await report(other, 'comment', comment.id);
    await expect(report(other, 'comment', comment.id)).rejects.toMatchObject({ status: 409, code: 'report_exists' });
    const again = await Promise.allSettled([1, 2, 3].map(() => report(owner, 'comment', comment.id)));
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await decide(id, 'dismissed')).toMatchObject({ status: 'dismissed', reported: { openReports: 1 } });
    await expect(decide(id, 'upheld')).rejects.toMatchObject({ status: 409 });
    expect(await site.pool(pool.id)).toMatchObject({ commentCount: 1 });
    expect(await report(other, 'comment', comment.id)).toMatchObject({ status: 'open' });
  });

  it('of an adult pool shows admins the text without the age gate', async () => {
    const pool = await site.newPool(owner, creator);
    const comment = await say(fan, pool, 'Secret words');
    await site.sql`update pools set adult = true where id = ${pool.id}`;
    const { id } = await report(other, 'comment', comment.id);
    const reportItem = async () => (await queue({ kind: 'comment', status: 'open' })).find((item) => item.id === id);
    expect(site.admin.client.cookies.has('age_verified')).toBe(false);
    expect(await reportItem()).toMatchObject({ poolTitle: pool.title, reported: { excerpt: 'Secret words' } });
  });
});

describe('a report', () => {
  it('of a pool, a profile or a person links the admin to it', async () => {
    const pool = await site.newPool(owner, creator);
    await report(fan, 'pool', pool.id);
    await report(fan, 'profile', creator.profileId);
    const { id } = await report(fan, 'profile', other.id);
    const profiles = await queue({ kind: 'profile', search: fan.username });
    expect(profiles.map(({ reported, poolId }) => [reported?.path, reported?.user?.id, poolId])).toEqual([
      [`/user/${other.username}`, other.id, null],
      [`/creator/${creator.username}`, creator.id, null],
    ]);
    const [poolItem] = await queue({ kind: 'pool', search: pool.title });
    expect(poolItem).toMatchObject({ poolId: pool.id, reported: { id: pool.id, path: pool.canonicalPath } });
    // The decision changes nothing else; the admin acts separately.
    expect(await decide(id, 'upheld')).toMatchObject({ status: 'upheld', poolId: null, poolPath: null });
    expect(await queue({ kind: 'objection' })).toEqual([]);
    expect((await queue({ status: 'open' })).some(({ kind }) => kind === 'pool')).toBe(true);
  });

  it('of a delivery is accepted only from people with access, by delivery id or pool id', async () => {
    const { pool } = await site.funded(owner, creator, [{ who: fan, cents: 20_00 }]);
    await site.deliver(creator, pool);
    await site.review(pool);
    const [delivery] = await site.read(fan, pool);
    const claimId = delivery?.claimId ?? '';
    await expect(report(other, 'content', claimId)).rejects.toMatchObject({ status: 403, code: 'content_locked' });
    await report(fan, 'content', claimId);
    await expect(report(fan, 'content', pool.id)).rejects.toMatchObject({ status: 409 });
    const [item] = await queue({ kind: 'content' });
    expect(item).toMatchObject({
      poolId: pool.id,
      reported: {
        id: claimId,
        path: `${pool.canonicalPath}#delivered`,
        user: { id: creator.id },
        excerpt: 'Here it is',
      },
    });
  });

  it('of one’s own content is refused', async () => {
    const { pool } = await site.funded(creator, creator, [{ who: fan, cents: 20_00 }]);
    const comment = await say(creator, pool, 'Mine');
    await site.deliver(creator, pool);
    for (const [kind, id] of [
      ['pool', pool.id],
      ['comment', comment.id],
      ['profile', creator.id],
      ['profile', creator.profileId],
      ['content', pool.id],
    ] as const) {
      await expect(report(creator, kind, id), kind).rejects.toMatchObject({
        status: 400,
        code: 'own_report',
        message: 'You can’t report your own content.',
      });
    }
    expect(await report(owner, 'comment', comment.id)).toMatchObject({ status: 'open' });
  });

  it('is decided only with a reason', async () => {
    const pool = await site.newPool(owner, creator);
    const { id } = await report(fan, 'pool', pool.id);
    for (const status of ['upheld', 'dismissed'] as const) {
      for (const reason of [undefined, '  ']) {
        const body = { status, ...(reason === undefined ? {} : { reason }) };
        const refused = { status: 400, fields: { reason: 'Reason is required' } };
        const decided = site.admin.client.call(decideReport, { params: { id }, body: body as never });
        await expect(decided).rejects.toMatchObject(refused);
      }
    }
    expect(await decide(id, 'upheld')).toMatchObject({ status: 'upheld', answer: 'Looked at' });
    // Admins find the pool by its id in any state.
    const { items } = await site.admin.client.call(listAdminPools, { query: { search: pool.id } });
    expect(items.map(({ poolId }) => poolId)).toEqual([pool.id]);
  });

  it('is refused with the reason', async () => {
    const pool = await site.newPool(owner, creator);
    await expect(report(visitor(), 'pool', pool.id)).rejects.toMatchObject({ status: 401 });
    await expect(report(fan, 'pool', pool.id, ' ')).rejects.toMatchObject({
      status: 400,
      fields: { reason: 'Reason is required' },
    });
    await expect(report(fan, 'pool', pool.id, 'x'.repeat(501))).rejects.toMatchObject({ status: 400 });
    await expect(report(fan, 'pool', 'no id')).rejects.toMatchObject({ status: 400 });
    await expect(report(fan, 'pledge' as ReportKind, pool.id)).rejects.toMatchObject({ status: 400 });
    for (const kind of ['pool', 'comment', 'message', 'profile', 'content'] as const) {
      await expect(report(fan, kind, nowhere)).rejects.toMatchObject({ status: 404 });
    }
    await site.sql`update pools set status = 'in_review' where id = ${pool.id}`;
    await expect(report(fan, 'pool', pool.id)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set status = 'open' where id = ${pool.id}`;
    await expect(fan.client.call(listReports)).rejects.toMatchObject({ status: 403 });
    const { id } = await report(fan, 'pool', pool.id);
    await expect(decide(id, 'upheld', undefined, fan)).rejects.toMatchObject({ status: 403 });
    await expect(decide(nowhere, 'upheld')).rejects.toMatchObject({ status: 404 });
    const response = await site.admin.client.raw('GET', '/api/admin/reports?kind=nonsense');
    expect(response.status).toBe(400);
  });
});

it('writes an audit entry when an admin deletes a comment on the page', async () => {
  const pool = await site.newPool(owner, creator);
  const comment = await say(fan, pool, 'Not here');
  const response = await site.admin.client.raw('DELETE', `/api/comments/${comment.id}`);
  expect(response.status).toBe(200);
  expect(await auditOf(comment.id)).toMatchObject([{ action: 'comment.removed', actorId: site.admin.id }]);
});

it('refuses a flood of comments and says when to try again', async () => {
  const strict = await HttpSite.open({ RATE_LIMITS: '1' });
  try {
    const talker = await strict.member();
    const pool = await strict.newPool(talker, null);
    const tries = await Promise.allSettled(Array.from({ length: 35 }, (_, n) => say(talker, pool, `Number ${n}`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    const body = JSON.stringify({ content: 'One more' });
    const headers = { 'content-type': 'application/json' };
    const refused = await talker.client.raw('POST', `/api/pools/${pool.id}/comments`, { headers, body });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
