import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool, listAdminPools, listContentClaims, listReports } from '#contract/admin/moderation.ts';
import { claimPool, listClaims } from '#contract/claims.ts';
import { getPool, type Pool, resolvePool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';

/** An admin's browser that has not passed the age gate still shows reviewed texts unmasked. */
let site: HttpSite;
let fan: Member;
let creator: CreatorMember;
let pool: Pool;

const words = { title: 'A velvet evening', description: 'Whisper for twenty minutes, with candles.' };

beforeAll(async () => {
  site = await HttpSite.open();
  const owner = await site.member('owner');
  [creator, fan] = [await site.creator(), await site.member()];
  pool = await site.newPool(owner, creator, { ...words, categories: ['NSFW'], fundingGoal: 30_00 });
});
afterAll(() => site.close());

it('shows an admin an adult pool in review', async () => {
  expect(site.admin.client.cookies.has('age_verified')).toBe(false);
  const { items } = await site.admin.client.call(listAdminPools, { query: { status: 'in_review' } });
  expect(items).toEqual([expect.objectContaining(words)]);
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
});

it('shows an admin the titles of reported and claimed adult pools', async () => {
  fan.client.cookies.set('age_verified', '1');
  await fan.client.call(makeReport, { body: { kind: 'pool', id: pool.id, reason: 'Too many candles for a pool.' } });
  const reports = await site.admin.client.call(listReports);
  expect(reports.items).toEqual([expect.objectContaining({ poolTitle: words.title })]);
  const [other, owner] = [await site.creator(), await site.member('owner')];
  const open = await site.newPool(owner, null, { ...words, categories: ['NSFW'] });
  await site.admin.client.call(actOnPool, { params: { id: open.id }, body: { action: 'open' } });
  other.client.cookies.set('age_verified', '1');
  await other.client.call(claimPool, {
    params: { id: open.id },
    body: { message: 'I would love to make this one.', proofUrl: 'https://proof.example/me' },
  });
  const claims = await site.admin.client.call(listClaims);
  expect(claims.items).toEqual([expect.objectContaining({ poolTitle: words.title })]);
});

it('shows the request and the agreed terms with the delivery', async () => {
  await site.pledge(fan, pool, 30_00);
  const { terms } = await site.accept(creator, pool, { deliveryDays: 9 });
  await site.poolIs(pool.id, 'in_production');
  await site.deliver(creator, pool, { text: `The evening ${randomUUID()}` });
  const { items } = await site.admin.client.call(listContentClaims, { query: { status: 'pending' } });
  expect(items).toEqual([
    expect.objectContaining({
      poolTitle: words.title,
      request: expect.objectContaining({ description: words.description, paidAmount: 30_00, fanCount: 1, terms }),
    }),
  ]);
  expect(items[0]?.request.terms).toMatchObject({ deliveryDays: 9, goalCents: 30_00 });
});

it('keeps a removed adult pool masked for a fan who has not passed the age gate in this browser', async () => {
  await site.admin.client.call(actOnPool, {
    params: { id: pool.id },
    body: { action: 'remove', reason: 'The velvet broke a rule.' },
  });
  await site.app.settle();
  const seen = await fan.client.call(getPool, { params: { id: pool.id } });
  expect(seen).toMatchObject({ title: words.title, description: '', myPledge: { status: 'refunded' } });
  fan.client.cookies.delete('age_verified');
  const masked = await fan.client.call(resolvePool, { query: { path: `/pool/${pool.id}` } });
  expect(masked).toMatchObject({ status: 'removed', title: 'Adult pool', myPledge: { poolTitle: 'Adult pool' } });
  expect(JSON.stringify(masked)).not.toMatch(/velvet|whisper|candle/i);
});
