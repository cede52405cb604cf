import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval } from '#contract/admin/approvals.ts';
import * as moderation from '#contract/admin/moderation.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { changeAdminUser } from '#contract/admin/users.ts';
import { claimCreator, decideClaim, getClaim } from '#contract/claims.ts';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { objectToDelivery, submitContent } from '#contract/delivery.ts';
import { makeAppeal } from '#contract/reports.ts';
import { applicationOf, makeUnclaimedProfile } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/**
 * One person wants to be creator, judge and payee: an admin applies, approves, delivers a dot, approves that, dismisses the objection and
 * is paid. Each step that decides about them is refused, and the page says so beforehand (`own`). The steps that are theirs stay possible.
 */
let stage: PledgeStage;
/** The creator of the stage, who has become an admin. */
let mallory: Person;
let honest: Person;
beforeAll(async () => {
  stage = await PledgeStage.open({ TWO_ADMIN_LIMIT: '4000' });
  ({ creator: mallory, admin: honest } = stage.people);
  await stage.sql`update users set role = 'admin', email_verified_at = now() where id = ${mallory.id}`;
});
afterAll(() => stage.close());

const refused = { status: 403, code: 'own_decision' };
const reason = 'Looks fine to me';
const approved = { status: 'approved' as const };
const idOf = async (table: string, column: string, value: string) => {
  const [row] = await stage.sql<{ id: string }[]>`
    select id from ${stage.sql(table)} where ${stage.sql(column)} = ${value} order by created_at desc limit 1`;
  return row?.id ?? '';
};

describe('an admin who deals with themselves', () => {
  it('does not approve their own application', async () => {
    const self = await insertPerson(stage.app, 'admin');
    await self.client.call(applyAsCreator, { body: applicationOf(`m${randomUUID().slice(0, 8)}`) });
    const params = { id: await idOf('creator_applications', 'user_id', self.id) };
    expect((await self.client.call(moderation.getVerification, { params })).own).toBe(true);
    expect((await honest.client.call(moderation.getVerification, { params })).own).toBe(false);
    await expect(self.client.call(moderation.decideVerification, { params, body: approved })).rejects.toMatchObject(
      refused,
    );
  });

  it('does not give themselves a profile that fans have added', async () => {
    const self = await insertPerson(stage.app, 'admin');
    const { username } = await makeUnclaimedProfile(stage.app);
    const body = { message: 'It is me.', proofUrl: 'https://example.org/me' };
    const params = await self.client.call(claimCreator, { params: { username }, body });
    expect((await self.client.call(getClaim, { params: { id: params.id } })).own).toBe(true);
    const decision = { params: { id: params.id }, body: approved };
    await expect(self.client.call(decideClaim, decision)).rejects.toMatchObject(refused);
  });

  it('does not approve their own delivery, nor dismiss an objection to it, nor ask a second admin for themselves', async () => {
    const { poolId, fans } = await stage.collected([{ cents: 45_00 }]);
    await mallory.client.call(submitContent, { params: { id: poolId }, body: { note: '.', text: '.' } });
    const params = { id: await idOf('content_claims', 'pool_id', poolId) };
    const { items } = await mallory.client.call(moderation.listContentClaims, { query: { status: 'pending' } });
    expect(items.find(({ id }) => id === params.id)?.own).toBe(true);
    await expect(mallory.client.call(moderation.decideContentClaim, { params, body: approved })).rejects.toMatchObject(
      refused,
    );
    // The sum exceeds the limit of one admin. Only two honest admins decide it together.
    const waiting = (await honest.client.call(moderation.decideContentClaim, { params, body: approved })).waiting;
    const request = { params: { id: waiting?.id ?? '' }, body: { decision: 'approve' as const } };
    await expect(mallory.client.call(decideApproval, request)).rejects.toMatchObject(refused);
    await (await insertPerson(stage.app, 'admin')).client.call(decideApproval, request);
    expect((await stage.pool(poolId)).status).toBe('delivered');

    await fans[0]?.client.call(objectToDelivery, { params: { id: poolId }, body: { reason: 'This is a dot.' } });
    const objection = { id: await idOf('objections', 'pool_id', poolId) };
    expect((await mallory.client.call(moderation.getReport, { params: objection })).own).toBe(true);
    const dismissed = { params: objection, body: { status: 'dismissed' as const, reason } };
    await expect(mallory.client.call(moderation.decideReport, dismissed)).rejects.toMatchObject(refused);
    // The open objection holds the payout.
    await stage.clock(poolId, 'quiet_until');
    expect((await stage.pool(poolId)).status).toBe('delivered');
    expect(await stage.sql`select 1 from payouts where user_id = ${mallory.id}`).toEqual([]);
    await honest.client.call(moderation.decideReport, {
      params: objection,
      body: { status: 'upheld', outcome: 'refund', reason },
    });
    await stage.settle();
    expect((await stage.pool(poolId)).status).toBe('refunded');
  });

  it('does not refund their own pledge', async () => {
    const { fans, pledges } = await stage.collected([{ cents: 20_00 }]);
    const [fan] = fans;
    if (!fan) throw new Error('there is no fan');
    await stage.sql`update users set role = 'admin' where id = ${fan.id}`;
    const id = await idOf('payments', 'subject', `pledge:${pledges[0]?.id}`);
    const body = { requestKey: randomUUID(), amountCents: 20_00, reason };
    await expect(fan.client.call(refundPayment, { params: { id }, body })).rejects.toMatchObject(refused);
  });

  it('does not decide their own appeal while suspended', async () => {
    const self = await insertPerson(stage.app, 'admin');
    await honest.client.call(changeAdminUser, {
      params: { id: self.id },
      body: { suspended: true, reason: 'Self-dealing' },
    });
    const { id } = await self.client.call(makeAppeal, { body: { reason: 'Let me go on' } });
    const lift = { params: { id }, body: { status: 'upheld' as const, reason } };
    await expect(self.client.call(moderation.decideReport, lift)).rejects.toMatchObject({
      status: 403,
      code: 'suspended',
    });
    await expect(
      self.client.call(changeAdminUser, { params: { id: self.id }, body: { suspended: false, reason } }),
    ).rejects.toMatchObject({ status: 403 });
    expect((await honest.client.call(moderation.getReport, { params: { id } })).own).toBe(false);
  });

  it('does not make a second account an admin without another admin', async () => {
    const sock = await insertPerson(stage.app);
    await stage.sql`update users set email_verified_at = now() where id = ${sock.id}`;
    const promotion = { params: { id: sock.id }, body: { role: 'admin' as const, reason } };
    const { role, promotion: waiting } = await mallory.client.call(changeAdminUser, promotion);
    expect(role).toBe('user');
    const request = { params: { id: waiting?.id ?? '' }, body: { decision: 'approve' as const } };
    await expect(mallory.client.call(decideApproval, request)).rejects.toMatchObject(refused);
    await expect(sock.client.call(decideApproval, request)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const no = { decision: 'refuse' as const, reason: 'Who is that?' };
    expect(await honest.client.call(decideApproval, { ...request, body: no })).toMatchObject({ status: 'refused' });
  });
});
