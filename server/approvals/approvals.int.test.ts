import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, getApprovalTerms, listApprovals } from '#contract/admin/approvals.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { decideContentClaim, getContentClaim } from '#contract/admin/moderation.ts';
import { getMovement } from '#contract/admin/money-lists.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { changeAdminUser, getAdminUser } from '#contract/admin/users.ts';
import { submitContent } from '#contract/delivery.ts';
import { listNotifications } from '#contract/notifications.ts';
import { approveRequest, listRequests } from '#server/cli-approvals.ts';
import type { TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { sumMovedAlone } from './approvals.sql.ts';
import { lapseApprovals } from './lapse-approvals.ts';

/** One admin may move $40 a day. Every test has its own admins, because the sum counts for each. */
let stage: PledgeStage;
let node: TestApp;
/** Throws once in the transaction of the next approval, as a crash between its statements. */
let crash = false;
beforeAll(async () => {
  stage = await PledgeStage.open({ TWO_ADMIN_LIMIT: '4000', SANDBOX_PAYOUT_DELAY: 'PT0S' });
  node = await stage.addNode({ TWO_ADMIN_LIMIT: '4000' });
  stage.context.facts.within('approval.decided', async () => {
    if (crash) throw new Error('the process died');
  });
});
afterAll(() => stage.close());

const reason = 'The second track was cut short';
const newAdmin = () => insertPerson(stage.app, 'admin');

/** The same person at another node. */
function atNode({ id }: Person): TestClient {
  const client = node.client();
  client.cookies.set('sid', id);
  return client;
}

/** A paid payment in a pool that is being worked on. */
async function payment(cents: number) {
  const { poolId, fans, pledges } = await stage.collected([{ cents }]);
  const [row] = await stage.sql<
    { id: string }[]
  >`select id from payments where subject = ${`pledge:${pledges[0]?.id}`}`;
  const [fan] = fans;
  if (!row || !fan) throw new Error('there is no payment');
  return { poolId, fan, pledgeId: pledges[0]?.id ?? '', paymentId: row.id };
}

const refund = (client: TestClient, paymentId: string, amountCents: number, requestKey: string = randomUUID()) =>
  client.call(refundPayment, { params: { id: paymentId }, body: { requestKey, amountCents, reason } });
type Decision = 'approve' | 'refuse' | 'withdraw';
const decide = (client: TestClient, id: string, decision: Decision, why?: string) =>
  client.call(decideApproval, { params: { id }, body: { decision, ...(why ? { reason: why } : {}) } });
const refundsOf = (paymentId: string) =>
  stage.sql<{ amountCents: number; status: string }[]>`
    select amount_cents, status from refunds where payment_id = ${paymentId} and status <> 'canceled'`;
const statusOf = async (id: string) => {
  const [row] = await stage.sql<{ status: string }[]>`select status from approval_requests where id = ${id}`;
  return row?.status;
};
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).toSorted();
const kindsOf = async ({ client }: Person) =>
  (await client.call(listNotifications)).notifications.map(({ kind }) => kind);

/** A waiting refund of $50. */
async function waiting() {
  const [asker, second, paid] = [await newAdmin(), await newAdmin(), await payment(50_00)];
  const charge = await refund(asker.client, paid.paymentId, 50_00);
  const id = charge.waiting?.id;
  if (!id) throw new Error('nothing waits');
  return { asker, second, id, charge, ...paid };
}

describe('a refund above the limit', () => {
  it('waits, and a second admin makes it once, with both names in the audit trail', async () => {
    const { asker, second, id, charge, paymentId } = await waiting();
    expect(charge).toMatchObject({
      refundedCents: 0,
      refunds: [],
      waiting: { amountCents: 50_00, requester: { id: asker.id } },
    });
    expect(await refundsOf(paymentId)).toEqual([]);
    const { items } = await second.client.call(listApprovals, { query: {} });
    expect(items.find((item) => item.id === id)).toMatchObject({
      title: 'Refund of $50.00',
      reason,
      can: { decide: true, withdraw: false, blocked: null },
    });
    await stage.settle();
    expect(await kindsOf(second)).toContain('approval_requested');
    expect(await kindsOf(asker)).not.toContain('approval_requested');
    expect(await decide(second.client, id, 'approve')).toMatchObject({
      status: 'approved',
      decidedBy: { id: second.id },
    });
    await stage.settle();
    expect(await refundsOf(paymentId)).toEqual([{ amountCents: 50_00, status: 'succeeded' }]);
    expect(await kindsOf(asker)).toContain('approval_approved');
    const { items: audit } = await second.client.call(listAudit, {
      query: { targetKind: 'payment', targetId: paymentId },
    });
    expect(audit.map(({ action, actor, after }) => [action, actor?.id, after.requestedBy ?? null])).toEqual([
      ['payment.refunded', second.id, asker.id],
      ['approval.approved', second.id, asker.id],
      ['approval.requested', asker.id, null],
    ]);
    await expect(decide(second.client, id, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is not approved by the admin who asked, nor by the fan who gets it', async () => {
    const { asker, fan, id, paymentId } = await waiting();
    await expect(decide(asker.client, id, 'approve')).rejects.toMatchObject({ code: 'own_decision' });
    await stage.sql`update users set role = 'admin' where id = ${fan.id}`;
    await expect(decide(fan.client, id, 'approve')).rejects.toMatchObject({ code: 'own_decision' });
    await expect(decide(fan.client, id, 'refuse', 'No')).rejects.toMatchObject({ code: 'own_decision' });
    const { items } = await fan.client.call(listApprovals, { query: {} });
    expect(items.find((item) => item.id === id)?.can).toMatchObject({
      decide: false,
      blocked: expect.stringMatching(/about you/),
    });
    expect(await fan.client.call(getMovement, { params: { id: paymentId } })).toMatchObject({
      charge: { blocked: expect.stringContaining('another admin') },
    });
    expect(await refundsOf(paymentId)).toEqual([]);
    await decide(asker.client, id, 'withdraw');
  });

  it('is requested once: a repeated request changes nothing, and another one about the payment is refused', async () => {
    const [asker, other, { paymentId }] = [await newAdmin(), await newAdmin(), await payment(50_00)];
    const key = randomUUID();
    const [first] = await Promise.all([1, 2, 3].map(() => refund(asker.client, paymentId, 50_00, key)));
    expect((await refund(asker.client, paymentId, 50_00, key)).waiting?.id).toBe(first?.waiting?.id);
    const another = { status: 409, code: 'approval_waiting' };
    await expect(refund(asker.client, paymentId, 50_00)).rejects.toMatchObject(another);
    await expect(refund(other.client, paymentId, 45_00)).rejects.toMatchObject(another);
    await decide(asker.client, first?.waiting?.id ?? '', 'withdraw');
    expect((await refund(other.client, paymentId, 45_00)).waiting).toMatchObject({ amountCents: 45_00 });
  });

  it('is refused with a reason that the asking admin reads, or withdrawn, and nothing moves', async () => {
    const { asker, second, id, paymentId } = await waiting();
    await expect(decide(second.client, id, 'refuse')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(decide(second.client, id, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
    await decide(second.client, id, 'refuse', 'The fan agreed to less');
    await stage.settle();
    const { notifications } = await asker.client.call(listNotifications);
    expect(notifications[0]).toMatchObject({
      kind: 'approval_refused',
      body: expect.stringContaining('The fan agreed to less'),
    });
    const again = await refund(asker.client, paymentId, 50_00);
    await decide(asker.client, again.waiting?.id ?? '', 'withdraw');
    expect(await statusOf(again.waiting?.id ?? '')).toBe('withdrawn');
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it('lapses after 72 hours, and when the asking admin loses the rights', async () => {
    const { asker, second, id, paymentId } = await waiting();
    const expires = await stage.sql<{ hours: number }[]>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from approval_requests where id = ${id}`;
    expect(expires).toEqual([{ hours: 72 }]);
    await stage.sql`update approval_requests set expires_at = now() - interval '1 ms' where id = ${id}`;
    await expect(decide(second.client, id, 'approve')).rejects.toMatchObject({ code: 'conflict' });
    // The expired one does not keep its place until the job runs.
    const next = (await refund(asker.client, paymentId, 50_00)).waiting?.id ?? '';
    expect([await statusOf(id), await statusOf(next)]).toEqual(['lapsed', 'waiting']);
    await stage.settle();
    expect(await kindsOf(asker)).toContain('approval_lapsed');
    await asker.suspend();
    await expect(decide(second.client, next, 'approve')).rejects.toMatchObject({ code: 'conflict' });
    await lapseApprovals(stage.context);
    expect(await statusOf(next)).toBe('lapsed');
    expect(await refundsOf(paymentId)).toEqual([]);
    const { items } = await second.client.call(listAudit, {
      query: { action: 'approval.lapsed', targetId: paymentId },
    });
    expect(items).toHaveLength(2);
    await stage.sql`update users set suspended_at = null where id = ${asker.id}`;
  });

  it('answers with the usual error when the pledge has ended in the meantime, and nothing happens', async () => {
    const { second, id, poolId, paymentId } = await waiting();
    await stage.apply(poolId, { type: 'remove' });
    await stage.settle();
    await expect(decide(second.client, id, 'approve')).rejects.toMatchObject({ code: 'conflict' });
    expect(await statusOf(id)).toBe('lapsed');
    expect(await refundsOf(paymentId)).toEqual([{ amountCents: 50_00, status: 'succeeded' }]);
  });
});

describe('at the same moment', () => {
  it('two refunds of one admin that exceed the limit together do not both pass, on two nodes', async () => {
    const [admin, one, two] = [await newAdmin(), await payment(30_00), await payment(30_00)];
    const [first, second] = await Promise.all([
      refund(admin.client, one.paymentId, 25_00),
      refund(atNode(admin), two.paymentId, 25_00),
    ]);
    expect([first, second].filter(({ waiting }) => waiting !== null)).toHaveLength(1);
    expect([...(await refundsOf(one.paymentId)), ...(await refundsOf(two.paymentId))]).toHaveLength(1);
    const terms = await admin.client.call(getApprovalTerms);
    expect(terms).toMatchObject({ limitCents: 40_00, leftCents: 15_00 });
    // What moved a day ago no longer counts. No one can change the trail, so a superuser's session moves it and rolls back.
    const dayLater = stage.sql.begin(async (tx) => {
      expect(await sumMovedAlone(tx, admin.id)).toBe(25_00);
      await tx`set local session_replication_role = replica`;
      await tx`update audit_log set at = at - interval '24 hours' where actor_id = ${admin.id}`;
      expect(await sumMovedAlone(tx, admin.id)).toBe(0);
      throw new Error('undo');
    });
    await expect(dayLater).rejects.toThrow('undo');
  });

  it('two admins approve once, on two nodes', async () => {
    const { second, id, paymentId } = await waiting();
    const third = await newAdmin();
    expect(await outcomes([decide(second.client, id, 'approve'), decide(atNode(third), id, 'approve')])).toEqual([
      'conflict',
      'done',
    ]);
    await stage.settle();
    expect(await refundsOf(paymentId)).toEqual([{ amountCents: 50_00, status: 'succeeded' }]);
  });

  it('an approval and the withdrawal, or the end of its time, leave one of the two', async () => {
    for (const end of ['withdraw', 'lapse'] as const) {
      const { asker, second, id, paymentId } = await waiting();
      if (end === 'lapse')
        await stage.sql`update approval_requests set expires_at = clock_timestamp() + interval '30 ms' where id = ${id}`;
      const other = end === 'withdraw' ? decide(atNode(asker), id, 'withdraw') : lapseApprovals(node.context);
      await outcomes([decide(second.client, id, 'approve'), other]);
      await new Promise((resolve) => setTimeout(resolve, 40));
      await lapseApprovals(stage.context);
      const status = await statusOf(id);
      expect(['approved', end === 'withdraw' ? 'withdrawn' : 'lapsed']).toContain(status);
      expect((await refundsOf(paymentId)).length).toBe(status === 'approved' ? 1 : 0);
    }
  });

  it('a crash within the approval leaves the request, and the next approval makes the refund once', async () => {
    const { second, id, paymentId } = await waiting();
    crash = true;
    await expect(decide(second.client, id, 'approve')).rejects.toMatchObject({ status: 500 });
    crash = false;
    expect(await statusOf(id)).toBe('waiting');
    expect(await refundsOf(paymentId)).toEqual([]);
    await decide(second.client, id, 'approve');
    await stage.settle();
    expect(await refundsOf(paymentId)).toEqual([{ amountCents: 50_00, status: 'succeeded' }]);
  });
});

describe('a delivery with more money than the limit', () => {
  it('is approved by a second admin, each by its own sum', async () => {
    const [asker, second] = [await newAdmin(), await newAdmin()];
    const deliver = async (cents: number) => {
      const { poolId } = await payment(cents);
      await stage.people.creator.client.call(submitContent, {
        params: { id: poolId },
        body: { note: 'Here', text: 'La la' },
      });
      const [claim] = await stage.sql<{ id: string }[]>`select id from content_claims where pool_id = ${poolId}`;
      return { poolId, id: claim?.id ?? '' };
    };
    const approve = (id: string) =>
      asker.client.call(decideContentClaim, { params: { id }, body: { status: 'approved' as const } });
    for (const { id } of [await deliver(40_00), await deliver(40_00)])
      expect(await approve(id)).toMatchObject({ status: 'approved' });
    const { id, poolId } = await deliver(41_00);
    const item = await approve(id);
    expect(item).toMatchObject({ status: 'pending', waiting: { kind: 'delivery.approve', amountCents: 41_00 } });
    expect((await stage.pool(poolId)).status).toBe('delivery_review');
    expect(await second.client.call(getContentClaim, { params: { id } })).toMatchObject({
      waiting: { requester: { id: asker.id } },
    });
    await decide(second.client, item.waiting?.id ?? '', 'approve');
    expect((await stage.pool(poolId)).status).toBe('delivered');
  });
});

describe('a new admin', () => {
  const promote = ({ client }: Person, { id }: Person, role: 'admin' | 'user' = 'admin') =>
    client.call(changeAdminUser, { params: { id }, body: { role, reason: 'Joins the team' } });
  async function confirmed(): Promise<Person> {
    const person = await insertPerson(stage.app);
    await stage.sql`update users set email_verified_at = now() where id = ${person.id}`;
    return person;
  }

  it('waits for a second admin, and stays what they are until then', async () => {
    const [asker, second, person] = [await newAdmin(), await newAdmin(), await confirmed()];
    const detail = await promote(asker, person);
    expect(detail).toMatchObject({ role: 'user', promotion: { kind: 'user.promote', requester: { id: asker.id } } });
    await expect(decide(asker.client, detail.promotion?.id ?? '', 'approve')).rejects.toMatchObject({
      code: 'own_decision',
    });
    await decide(second.client, detail.promotion?.id ?? '', 'approve');
    const after = await second.client.call(getAdminUser, { params: { id: person.id } });
    expect(after).toMatchObject({ role: 'admin', promotion: null });
    expect(after.audit.items.map(({ action, actor }) => [action, actor?.id])).toEqual([
      ['user.role', second.id],
      ['approval.approved', second.id],
      ['approval.requested', asker.id],
    ]);
  });

  it('needs none on a site with a single admin, unless another one lost the rights lately', async () => {
    const alone = await PledgeStage.open();
    try {
      const [first, second, third] = [alone.people.admin, alone.people.owner, alone.people.creator];
      await alone.sql`update users set email_verified_at = now()`;
      expect(await promote(first, second)).toMatchObject({ role: 'admin', promotion: null });
      // A thief with the session of one admin takes the rights of the other, and then wants an accomplice.
      expect(await promote(first, second, 'user')).toMatchObject({ role: 'user' });
      expect(await promote(first, third)).toMatchObject({ role: 'creator', promotion: { kind: 'user.promote' } });
      expect(await first.client.call(getApprovalTerms)).toMatchObject({ otherAdmins: 0, promotionWaits: true });
    } finally {
      await alone.close();
    }
  });
});

describe('on the command line', () => {
  it('the operator lists and approves requests, which the audit trail records', async () => {
    const { asker, id, paymentId } = await waiting();
    const { text } = await listRequests(stage.context);
    const line = text.split('\n').find((each) => each.startsWith(id));
    expect(line).toMatch(/Refund of \$50\.00 \(@\w+, “A song about rain”\), asked by @/);
    expect(await approveRequest(stage.context, 'nothing')).toMatchObject({ code: 2 });
    expect(await approveRequest(stage.context, randomUUID())).toEqual({ text: 'There is no such request.', code: 1 });
    expect(await approveRequest(stage.context, id)).toMatchObject({ code: 0 });
    const again = await approveRequest(stage.context, id);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('no longer waits') });
    await stage.settle();
    expect(await refundsOf(paymentId)).toEqual([{ amountCents: 50_00, status: 'succeeded' }]);
    const { items } = await asker.client.call(listAudit, {
      query: { action: 'approval.approved', targetId: paymentId },
    });
    expect(items).toMatchObject([{ actor: null, after: { requestedBy: asker.id, commandLine: true } }]);
  });
});

it('mails the other admins about a request', async () => {
  const { second, id } = await waiting();
  const [{ email } = { email: '' }] = await stage.sql<
    { email: string }[]
  >`select email from users where id = ${second.id}`;
  // Either node may have run the job.
  const [mail] = [...(await readOutbox(stage.app, email)), ...(await readOutbox(node, email))];
  expect(mail?.subject).toMatch(/needs a second admin: refund of \$50\.00/);
  expect(mail?.text).toContain(reason);
  await decide(second.client, id, 'refuse', 'Enough');
});
