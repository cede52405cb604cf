import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideApproval } from '#contract/admin/approvals.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { getMovement } from '#contract/admin/money-lists.ts';
import { retryRefund, settleRefundOutside } from '#contract/admin/retry-or-settle-refund.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** Refunds that failed at Stripe and exceed what one admin may move: $10 a day. On the stand-in, with its webhooks. */
let stage: PledgeStage;
let second: Person;
beforeAll(async () => {
  stage = await PledgeStage.open({ TWO_ADMIN_LIMIT: '1000' }, undefined, { processor: 'stripe', webhooks: 'sent' });
  second = await insertPerson(stage.app, 'admin');
});
afterAll(() => stage.close());

const admin = () => stage.people.admin;
const movement = (id: string, { client } = admin()) => client.call(getMovement, { params: { id } });
const approve = (id: string | undefined) =>
  second.client.call(decideApproval, { params: { id: id ?? '' }, body: { decision: 'approve' } });

/** The bank returned the refund of $30 that the end of a pool had caused. */
async function returned() {
  const { poolId, pledges } = await stage.collected([{ cents: 30_00 }]);
  await stage.apply(poolId, { type: 'remove' });
  await stage.settle();
  const [row] = await stage.sql<{ id: string; ref: string; paymentId: string }[]>`
    select r.id, r.processor_ref as ref, r.payment_id from refunds r join payments y on y.id = r.payment_id
    where y.subject = ${`pledge:${pledges[0]?.id}`}`;
  if (!row) throw new Error('there is no refund');
  await stage.app.driver.standIn?.control('fail-refund', { refund: row.ref });
  await stage.settle();
  return row;
}
const actionsOn = async (paymentId: string) => {
  const query = { targetKind: 'payment', targetId: paymentId };
  return (await admin().client.call(listAudit, { query })).items.map(({ action, actor }) => [action, actor?.id]);
};

it('sends a failed refund again only after a second admin has approved it, once', async () => {
  const { id, paymentId } = await returned();
  const attempt = (await movement(id)).retryAttempt ?? 0;
  const after = await admin().client.call(retryRefund, { params: { id }, body: { attempt } });
  expect(after).toMatchObject({
    state: 'failed',
    retryAttempt: attempt,
    waiting: { kind: 'refund.retry', amountCents: 30_00 },
  });
  // Another admin cannot pay the fan outside in the meantime, because that exceeds the limit as well.
  const outside = { params: { id }, body: { attempt, reason: 'Bank transfer on November 20' } };
  await expect(second.client.call(settleRefundOutside, outside)).rejects.toMatchObject({ code: 'approval_waiting' });
  await approve(after.waiting?.id);
  await stage.settle();
  expect(await movement(id)).toMatchObject({ result: 'done', waiting: null });
  expect(await actionsOn(paymentId)).toEqual([
    ['refund.retried', second.id],
    ['approval.approved', second.id],
    ['approval.requested', admin().id],
  ]);
  expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
});

it('records a refund as paid outside only after a second admin has approved it, with the reason that the fan reads', async () => {
  const { id, paymentId } = await returned();
  const attempt = (await movement(id)).outsideAttempt ?? 0;
  const reason = 'Bank transfer on November 20';
  const after = await admin().client.call(settleRefundOutside, { params: { id }, body: { attempt, reason } });
  expect(after).toMatchObject({ result: 'returned', waiting: { kind: 'refund.settle_outside' } });
  const outcomes = await Promise.allSettled([approve(after.waiting?.id), approve(after.waiting?.id)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await stage.settle();
  expect(await movement(id)).toMatchObject({ result: 'outside', reason, waiting: null });
  expect((await actionsOn(paymentId))[0]).toEqual(['refund.settled_outside', second.id]);
  expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
});
