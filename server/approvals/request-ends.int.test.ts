import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideApproval, listApprovals } from '#contract/admin/approvals.ts';
import { decideContentClaim } from '#contract/admin/moderation.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { submitContent } from '#contract/delivery.ts';
import { listNotifications } from '#contract/notifications.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { lapseApprovals } from './lapse-approvals.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ TWO_ADMIN_LIMIT: '4000', SANDBOX_PAYOUT_DELAY: 'PT0S' });
});
afterAll(() => stage.close());

const newAdmin = () => insertPerson(stage.app, 'admin');
const approve = ({ client }: Person, id: string) =>
  client.call(decideApproval, { params: { id }, body: { decision: 'approve' } });
const decided = async ({ client }: Person, id: string) =>
  (await client.call(listApprovals, { query: { status: 'decided' } })).items.find((item) => item.id === id);
const lastNotice = async ({ client }: Person) => {
  await stage.settle();
  return (await client.call(listNotifications)).notifications.find(({ kind }) => kind === 'approval_lapsed');
};

/** A waiting refund of $50. */
async function waitingRefund() {
  const [asker, second] = [await newAdmin(), await newAdmin()];
  const { poolId, pledges } = await stage.collected([{ cents: 50_00 }]);
  const [row] = await stage.sql<{ id: string }[]>`
    select id from payments where subject = ${`pledge:${pledges[0]?.id}`}`;
  const paymentId = row?.id ?? '';
  const body = { requestKey: randomUUID(), amountCents: 50_00, reason: 'The second track was cut short' };
  const { waiting } = await asker.client.call(refundPayment, { params: { id: paymentId }, body });
  return { asker, second, poolId, paymentId, id: waiting?.id ?? '' };
}

it('a request whose action has become impossible lapses with the reason, which the admin who asked reads', async () => {
  const { asker, second, poolId, id } = await waitingRefund();
  await stage.apply(poolId, { type: 'remove' });
  await stage.settle();
  const refusal = await approve(second, id).catch((error: Error) => error);
  expect(refusal).toMatchObject({ code: 'conflict' });
  const answer = (refusal as Error).message;
  expect(await decided(second, id)).toMatchObject({ status: 'lapsed', decidedBy: null, answer });
  expect((await lastNotice(asker))?.body).toBe(`Nothing was changed. Reason: ${answer}`);
});

it('a request of an admin who lost the rights says so, and not that no one decided in time', async () => {
  const { asker, second, id } = await waitingRefund();
  await asker.suspend();
  await expect(approve(second, id)).rejects.toMatchObject({ code: 'conflict' });
  await lapseApprovals(stage.context);
  const answer = 'The admin who asked is no longer an active admin.';
  expect(await decided(second, id)).toMatchObject({ status: 'lapsed', answer });
  expect((await lastNotice(asker))?.body).toContain(answer);
});

it('a refund is not made if the money went to the creator while it waited', async () => {
  const { second, paymentId, id } = await waitingRefund();
  await stage.sql`update payments set claimed_by = 'payout:test' where id = ${paymentId}`;
  const message = expect.stringContaining('went to the creator while this waited');
  await expect(approve(second, id)).rejects.toMatchObject({ code: 'conflict', message });
  expect(await decided(second, id)).toMatchObject({ status: 'lapsed', answer: message });
  expect(await stage.sql`select 1 from refunds where payment_id = ${paymentId}`).toHaveLength(0);
  await stage.sql`update payments set claimed_by = null where id = ${paymentId}`;
});

it('a delivery waits for a second admin no longer than its pool waits for the review', async () => {
  const asker = await newAdmin();
  const { poolId } = await stage.collected([{ cents: 41_00 }]);
  const body = { note: 'Here', text: 'La la' };
  await stage.people.creator.client.call(submitContent, { params: { id: poolId }, body });
  const [claim] = await stage.sql<{ id: string }[]>`select id from content_claims where pool_id = ${poolId}`;
  const call = { params: { id: claim?.id ?? '' }, body: { status: 'approved' as const } };
  const { reviewMs } = stage.context.config.waiting;
  const setLeft = (leftMs: number) => stage.sql`
    update pools set delivery_paused_at = clock_timestamp() - make_interval(secs => ${(reviewMs - leftMs) / 1000})
    where id = ${poolId}`;
  await setLeft(-1000);
  await expect(asker.client.call(decideContentClaim, call)).rejects.toMatchObject({ code: 'conflict' });
  await setLeft(3_600_000);
  const { waiting } = await asker.client.call(decideContentClaim, call);
  const leftMs = new Date(waiting?.expiresAt ?? 0).getTime() - Date.now();
  expect(leftMs).toBeGreaterThan(3_500_000);
  expect(leftMs).toBeLessThan(3_700_000);
});
