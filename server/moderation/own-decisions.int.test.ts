import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval } from '#contract/admin/approvals.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { muteInRoom, unmuteInRoom } from '#contract/admin/chat-moderation.ts';
import { submitEvidence } from '#contract/admin/disputes.ts';
import { actOnPool, decideContentClaim, decideReport, decideVerification } from '#contract/admin/moderation.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { retryRefund, settleRefundOutside } from '#contract/admin/retry-or-settle-refund.ts';
import * as users from '#contract/admin/users.ts';
import { claimCreator, claimPool, decideClaim } from '#contract/claims.ts';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { objectToDelivery, submitContent } from '#contract/delivery.ts';
import { decideTakedown, sendTakedownNotice, settleTakedown } from '#contract/legal.ts';
import { cancelPool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { type Creator, makeCreator, makePool, makeUnclaimedProfile } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { copyrightNotice } from '#testing/journeys/copyright-notice.ts';
import { listEndpoints } from '#testing/journeys/listed-calls.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { decisionInvariants } from './check-decisions.ts';

/** No admin decides about themselves, whichever call they use. */
let stage: PledgeStage;
let other: Person;
beforeAll(async () => {
  stage = await PledgeStage.open({ TWO_ADMIN_LIMIT: '2500' });
  other = stage.people.admin;
});
afterAll(() => stage.close());

const reason = 'As agreed';
const approved = { status: 'approved' as const };
const claim = { message: 'It is me.', proofUrl: 'https://example.org/me' };

/** Makes a person an admin after they became party to something. */
async function promote(person: Person): Promise<Person> {
  await stage.sql`update users set role = 'admin' where id = ${person.id}`;
  return person;
}
async function idOf(table: string, column: string, value: string): Promise<string> {
  const [row] = await stage.sql<{ id: string }[]>`
    select id from ${stage.sql(table)} where ${stage.sql(column)} = ${value} order by created_at desc limit 1`;
  if (!row) throw new Error(`there is no row in ${table}`);
  return row.id;
}

/** A delivered pool with the creator and a fan who objects. */
async function objected() {
  const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }]);
  await stage.deliver(poolId);
  const [fan] = fans;
  const [pledge] = pledges;
  if (!fan || !pledge) throw new Error('there is no fan');
  await fan.client.call(objectToDelivery, { params: { id: poolId }, body: { reason: 'It is too short' } });
  const paymentId = await idOf('payments', 'subject', `pledge:${pledge.id}`);
  return { poolId, fan, paymentId, objectionId: await idOf('objections', 'pool_id', poolId) };
}

async function reported(by: Person, about: { kind: 'pool' | 'profile'; id: string }): Promise<string> {
  return (await by.client.call(makeReport, { body: { ...about, reason: 'Spam' } })).id;
}

/** A paid payment of a fan who is an admin now. */
async function ownPayment(): Promise<{ self: Person; paymentId: string }> {
  const { fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  const [fan] = fans;
  if (!fan) throw new Error('there is no fan');
  return { self: await promote(fan), paymentId: await idOf('payments', 'subject', `pledge:${pledges[0]?.id}`) };
}

async function ownRefund(): Promise<{ self: Person; id: string }> {
  const { self, paymentId } = await ownPayment();
  const body = { requestKey: randomUUID(), amountCents: 1_00, reason };
  await other.client.call(refundPayment, { params: { id: paymentId }, body });
  return { self, id: await idOf('refunds', 'payment_id', paymentId) };
}

/** A request to a creator who is an admin now. */
async function ownRequest(): Promise<{ self: Person; poolId: string }> {
  const self = await makeCreator(stage.app);
  const { id } = await makePool(stage.people.owner, { creatorProfileId: self.profileId });
  return { self: await promote(self), poolId: id };
}

async function noticeAbout(poolId: string): Promise<string> {
  const body = { ...copyrightNotice, locations: [`${stage.app.url}/pool/${poolId}`] };
  await stage.app.client().call(sendTakedownNotice, { body });
  const [row] = await stage.sql<{ id: string }[]>`select id from takedown_notices order by created_at desc limit 1`;
  return row?.id ?? '';
}

const decideOwnReport = async (self: Person, id: string) =>
  self.client.call(decideReport, { params: { id }, body: { status: 'upheld', reason } });

/** Every way in which an admin can be a party, by the call that decides. */
const scenarios: Record<string, (() => Promise<unknown>)[]> = {
  'PATCH /api/admin/verifications/:id': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      const body = {
        ...{
          fullName: 'Sam Stone',
          username: `s${randomUUID().slice(0, 8)}`,
          category: 'Music',
          bio: 'I write songs.',
        },
        socialLinks: [{ platform: 'youtube' as const, url: 'https://www.youtube.com/@sam' }],
        ...{ proofUrl: 'https://example.org/me', agreement: true as const },
      };
      await self.client.call(applyAsCreator, { body });
      const id = await idOf('creator_applications', 'user_id', self.id);
      return self.client.call(decideVerification, { params: { id }, body: approved });
    },
  ],
  'PATCH /api/admin/claims/:id': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      const { username } = await makeUnclaimedProfile(stage.app);
      const { id } = await self.client.call(claimCreator, { params: { username }, body: claim });
      return self.client.call(decideClaim, { params: { id }, body: approved });
    },
    async () => {
      const self: Creator = await makeCreator(stage.app);
      const pool = await makePool(stage.people.owner);
      const { id } = await self.client.call(claimPool, { params: { id: pool.id }, body: claim });
      return (await promote(self)).client.call(decideClaim, { params: { id }, body: approved });
    },
    // The claim of a rival, whose rejection or approval decides about the admin's own.
    async () => {
      const [self, rival] = [await makeCreator(stage.app), await makeCreator(stage.app)];
      const pool = await makePool(stage.people.owner);
      await self.client.call(claimPool, { params: { id: pool.id }, body: claim });
      const { id } = await rival.client.call(claimPool, { params: { id: pool.id }, body: claim });
      return (await promote(self)).client.call(decideClaim, { params: { id }, body: approved });
    },
  ],
  'PATCH /api/admin/content-claims/:id': [
    async () => {
      const { poolId } = await stage.collected([{ cents: 30_00 }]);
      const self = stage.people.creator;
      await self.client.call(submitContent, { params: { id: poolId }, body: { note: 'Here', text: 'La la' } });
      const id = await idOf('content_claims', 'pool_id', poolId);
      await promote(self);
      try {
        return await self.client.call(decideContentClaim, { params: { id }, body: approved });
      } finally {
        await stage.sql`update users set role = 'creator' where id = ${self.id}`;
      }
    },
  ],
  'PATCH /api/admin/reports/:id': [
    async () => {
      const { fan, objectionId } = await objected();
      return decideOwnReport(await promote(fan), objectionId);
    },
    async () => {
      const { objectionId } = await objected();
      const self = await promote(stage.people.creator);
      try {
        return await self.client.call(decideReport, {
          params: { id: objectionId },
          body: { status: 'dismissed', reason },
        });
      } finally {
        await stage.sql`update users set role = 'creator' where id = ${self.id}`;
      }
    },
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return decideOwnReport(self, await reported(await stage.fan(), { kind: 'profile', id: self.id }));
    },
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return decideOwnReport(self, await reported(self, { kind: 'profile', id: (await stage.fan()).id }));
    },
    async () => {
      const self = await insertPerson(stage.app);
      const pool = await makePool(self);
      const id = await reported(await stage.fan(), { kind: 'pool', id: pool.id });
      return decideOwnReport(await promote(self), id);
    },
    // An appeal whose suspension has ended in the meantime.
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      const [appeal] = await stage.sql<{ id: string }[]>`
        insert into reports (kind, target_id, reporter_id, subject_id, excerpt, reason)
        values ('appeal', ${self.id}, ${self.id}, ${self.id}, '', 'Please') returning id`;
      try {
        return await decideOwnReport(self, appeal?.id ?? '');
      } finally {
        await stage.sql`delete from reports where id = ${appeal?.id ?? ''}`;
      }
    },
  ],
  'PATCH /api/admin/pools/:id': [
    ...(['highlight', 'unfreeze'] as const).map((action) => async () => {
      const self = await insertPerson(stage.app, 'admin');
      const pool = await makePool(self);
      return self.client.call(actOnPool, { params: { id: pool.id }, body: { action, reason } });
    }),
    ...(['highlight', 'freeze', 'remove', 'unfreeze'] as const).map((action) => async () => {
      const { self, poolId } = await ownRequest();
      return self.client.call(actOnPool, { params: { id: poolId }, body: { action, reason } });
    }),
  ],
  'POST /api/admin/money/payments/:id/refunds': [
    async () => {
      const { self, paymentId } = await ownPayment();
      const body = { requestKey: randomUUID(), amountCents: 10_00, reason };
      return self.client.call(refundPayment, { params: { id: paymentId }, body });
    },
  ],
  'POST /api/admin/money/refunds/:id/retry': [
    async () => {
      const { self, id } = await ownRefund();
      return self.client.call(retryRefund, { params: { id }, body: { attempt: 1 } });
    },
  ],
  'POST /api/admin/money/refunds/:id/settle-outside': [
    async () => {
      const { self, id } = await ownRefund();
      return self.client.call(settleRefundOutside, { params: { id }, body: { attempt: 1, reason } });
    },
  ],
  'PATCH /api/admin/approvals/:id': [
    // The request of another admin to refund one's own payment.
    async () => {
      const { self, paymentId } = await ownPayment();
      const body = { requestKey: randomUUID(), amountCents: 30_00, reason };
      const charge = await other.client.call(refundPayment, { params: { id: paymentId }, body });
      const id = charge.waiting?.id ?? '';
      try {
        return await self.client.call(decideApproval, { params: { id }, body: { decision: 'approve' } });
      } finally {
        await other.client.call(decideApproval, { params: { id }, body: { decision: 'withdraw' } });
      }
    },
    // One's own request.
    async () => {
      const { paymentId } = await ownPayment();
      const body = { requestKey: randomUUID(), amountCents: 30_00, reason };
      const charge = await other.client.call(refundPayment, { params: { id: paymentId }, body });
      const params = { id: charge.waiting?.id ?? '' };
      return other.client.call(decideApproval, { params, body: { decision: 'approve' } });
    },
  ],
  'POST /api/admin/money/disputes/:id/evidence': [
    async () => {
      const { self, paymentId } = await ownPayment();
      const [row] = await stage.sql<{ processorRef: string }[]>`
        select processor_ref from payments where id = ${paymentId}`;
      await (stage.context.cards as SandboxProcessor).bank.dispute(row?.processorRef ?? '');
      await stage.app.settle();
      const id = await idOf('disputes', 'payment_id', paymentId);
      return self.client.call(submitEvidence, { params: { id } });
    },
  ],
  'PATCH /api/admin/takedowns/:id': (['reject', 'disable'] as const).map((action) => async () => {
    const self = await insertPerson(stage.app, 'admin');
    const pool = await makePool(self);
    const body =
      action === 'reject' ? { action, reason } : { action, materials: [{ kind: 'pool' as const, id: pool.id }] };
    return self.client.call(decideTakedown, { params: { id: await noticeAbout(pool.id) }, body });
  }),
  'PATCH /api/admin/takedown-materials/:id': [
    async () => {
      const self = await insertPerson(stage.app);
      const pool = await makePool(self);
      const materials = [{ kind: 'pool' as const, id: pool.id }];
      const notice = await other.client.call(decideTakedown, {
        params: { id: await noticeAbout(pool.id) },
        body: { action: 'disable', materials },
      });
      const id = notice.materials[0]?.id ?? '';
      await promote(self);
      return self.client.call(settleTakedown, { params: { id }, body: { action: 'restore', reason } });
    },
  ],
  'POST /api/admin/rooms/:roomId/mutes': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return self.client.call(muteInRoom, { params: { roomId: 'Global' }, body: { userId: self.id, reason } });
    },
  ],
  'DELETE /api/admin/rooms/:roomId/mutes/:userId': [
    async () => {
      const self = await insertPerson(stage.app);
      await other.client.call(muteInRoom, { params: { roomId: 'Global' }, body: { userId: self.id, reason } });
      return (await promote(self)).client.call(unmuteInRoom, { params: { roomId: 'Global', userId: self.id } });
    },
  ],
  'PATCH /api/admin/users/:id': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return self.client.call(users.changeAdminUser, { params: { id: self.id }, body: { isVerified: true, reason } });
    },
  ],
  'DELETE /api/admin/users/:id': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return self.client.call(users.deleteAdminUser, { params: { id: self.id }, body: { reason } });
    },
  ],
  'DELETE /api/admin/users/:id/sessions': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return self.client.call(users.endUserSessions, { params: { id: self.id }, body: { reason } });
    },
  ],
  'DELETE /api/admin/users/:id/sessions/:sessionId': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      const params = { id: self.id, sessionId: randomUUID() };
      return self.client.call(users.endUserSession, { params, body: { reason } });
    },
  ],
  'POST /api/admin/users/:id/password-reset': [
    async () => {
      const self = await insertPerson(stage.app, 'admin');
      return self.client.call(users.resetUserPassword, { params: { id: self.id }, body: { reason } });
    },
  ],
  'POST /api/pools/:id/cancel': [
    async () => {
      const { self, poolId } = await ownRequest();
      return self.client.call(cancelPool, { params: { id: poolId }, body: { reason } });
    },
  ],
};

/** Calls that are about the site as a whole, and about no person. */
const siteWide = [
  'PATCH /api/admin/rooms/:roomId',
  'PATCH /api/admin/chat-settings',
  'POST /api/admin/health/retry-jobs',
  'POST /api/admin/money/reconcile',
  'POST /api/admin/money/check',
  'PATCH /api/admin/operator',
  'PATCH /api/admin/setup',
  'POST /api/admin/setup/test-mail',
];

describe('an admin who is a party', () => {
  it('is covered for every call of the contract with which an admin changes anything', async () => {
    const endpoints = await listEndpoints();
    const changes = endpoints.filter(({ who, method }) => who === 'admin' && method !== 'GET').map(({ name }) => name);
    expect([...Object.keys(scenarios), ...siteWide]).toEqual(expect.arrayContaining(changes));
  });

  for (const [name, attempts] of Object.entries(scenarios)) {
    for (const [index, attempt] of attempts.entries()) {
      it(`${name} is refused (${index + 1})`, async () => {
        await expect(attempt()).rejects.toMatchObject({
          status: 403,
          code: expect.stringMatching(/^own_(decision|account)$/),
          message: expect.stringMatching(/another admin/i),
        });
      });
    }
  }

  it('may still end or freeze a pool that they started, because they gain nothing by it', async () => {
    const self = await insertPerson(stage.app, 'admin');
    const [canceled, removed] = [await makePool(self), await makePool(self)];
    for (const { id } of [canceled, removed]) await stage.pledge(await stage.fan(), id, 10_00);
    const params = { id: removed.id };
    await self.client.call(actOnPool, { params, body: { action: 'freeze', reason } });
    await self.client.call(actOnPool, { params, body: { action: 'remove', reason } });
    const { status } = await self.client.call(cancelPool, { params: { id: canceled.id }, body: { reason } });
    expect(status).toBe('cancelled');
  });

  it('leaves a trace of the refused attempt', async () => {
    const query = { status: 'refused' as const, targetId: 'PATCH /api/admin/verifications/:id' };
    const { items } = await other.client.call(listAudit, { query });
    expect(items).toMatchObject([{ action: 'access.refused', after: { code: 'own_decision', role: 'admin' } }]);
  });
});

it('cli check names decisions about oneself, and only those since this rule', async () => {
  const failed = async () =>
    (await checkInvariants(stage.sql, decisionInvariants))
      .filter(({ rows }) => rows.length > 0)
      .map(({ name }) => name);
  expect(await failed()).toEqual([]);
  const { objectionId, fan } = await objected();
  await stage.sql`
    update objections set decided_by = ${fan.id}, decided_at = now(), status = 'dismissed' where id = ${objectionId}`;
  expect(await failed()).toEqual(['no admin decided about themselves']);
  await stage.sql`update objections set decided_at = now() - interval '3 years' where id = ${objectionId}`;
  expect(await failed()).toEqual([]);
});
