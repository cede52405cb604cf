import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyEmail } from '#contract/accounts.ts';
import { getMovement } from '#contract/admin/money-lists.ts';
import { getAdminUser } from '#contract/admin/users.ts';
import { getCreatorDashboard, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import { listNotifications } from '#contract/notifications.ts';
import { newToken } from '#server/accounts/tokens.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { readOutbox } from '#testing/outbox.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** A thief of a creator's account changes the email, then the bank details at Stripe, whose signed webhook reports it. On the stand-in. */
let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({}, undefined, { processor: 'stripe', webhooks: 'sent' });
});
afterAll(() => stage.close());

const creator = () => stage.people.creator;
const emailOf = async (id: string) =>
  (await stage.sql<{ email: string }[]>`select email from users where id = ${id}`)[0]?.email ?? '';

async function changeEmail(email: string): Promise<void> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(Date.now() + 60_000);
  const change = { tokenHash, userId: creator().id, kind: 'change', email, expiresAt };
  await stage.sql`insert into email_tokens ${stage.sql(change)}`;
  await creator().client.call(verifyEmail, { body: { token } });
}

async function settle(): Promise<void> {
  await stage.settle();
  await reconcile(stage.context, { olderThanMs: 0 });
  await stage.settle();
}

it('warns both addresses, and payouts wait two days, which the creator and admins see', async () => {
  const { poolId } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  await stage.deliver(poolId);
  const owner = await emailOf(creator().id);
  await changeEmail('thief@example.org');
  const [row] = await stage.sql<{ accountRef: string }[]>`
    select account_ref from payout_accounts where user_id = ${creator().id} and processor = 'stripe'`;
  await stage.app.driver.standIn?.control('bank', { account: row?.accountRef, last4: '0005' });
  await settle();
  for (const address of [owner, 'thief@example.org']) {
    const mails = (await readOutbox(stage.app, address)).filter(({ subject }) => subject?.includes('bank details'));
    expect([address, mails.length]).toEqual([address, 1]);
    expect(mails[0]?.text).toMatch(/If this wasn’t you, choose a new password/);
  }
  expect((await creator().client.call(listNotifications)).notifications[0]).toMatchObject({
    kind: 'payout_account_changed',
  });

  await stage.clock(poolId, 'quiet_until');
  await settle();
  expect((await stage.pool(poolId)).status).toBe('completed');
  const dashboard = await creator().client.call(getCreatorDashboard);
  const until = dashboard.payoutAccount.changeHoldUntil;
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(47 * 3_600_000);
  expect(dashboard.payoutAccount.state).toBe('ready');
  const payouts = async () => (await creator().client.call(listCreatorPayouts, { query: { page: 1 } })).payouts;
  const [waiting] = await payouts();
  expect(waiting).toMatchObject({ status: 'waiting', accountHeldUntil: until, onHold: false });
  const admin = stage.people.admin.client;
  const person = await admin.call(getAdminUser, { params: { id: creator().id } });
  expect(person.accountHolds).toEqual([{ processor: 'stripe', until }]);
  expect((await admin.call(getMovement, { params: { id: waiting?.id ?? '' } })).nextStep).toMatch(/account changed/);

  await stage.sql`
    update payout_accounts set held_until = held_until - interval '48 hours', account_changed_at = account_changed_at - interval '48 hours'
    where user_id = ${creator().id}`;
  await settle();
  expect(await payouts()).toMatchObject([{ status: 'paid', accountHeldUntil: null }]);
});
