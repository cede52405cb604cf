import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMovements } from '#contract/admin/money-lists.ts';
import { getCreatorDashboard, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import {
  openPayoutDashboard,
  refreshPayoutAccount,
  retryPayout,
  startPayoutSetup,
} from '#contract/creators/payout-account.ts';
import { listNotifications } from '#contract/notifications.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { createSandbox } from '#server/money/sandbox/sandbox-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { payoutAccountCalls } from './payout-setup.ts';

let stage: PledgeStage;
beforeAll(async () => {
  const env = { SANDBOX_PAYOUT_DELAY: 'PT0S', HOLDING_LIMIT_DAYS: '30' };
  const cards = (platform: Platform) => withProcessors(withOnboarding(createSandbox(platform)));
  stage = await PledgeStage.open(env, cards, undefined, { isCreatorPayable: false });
});
afterAll(() => stage.close());

const body = { processor: 'sandbox' };
const control = () => (stage.context.cards as OnboardingSandbox).control;
const creator = () => stage.people.creator.client;
const dashboard = () => creator().call(getCreatorDashboard);

it('refuses a delivery with which the processor would hold money for too long', async () => {
  const pool = await stage.newPool();
  // 30 days less 7 for payments, 3 for a shortfall, 3 of grace and 3 of quiet.
  expect((await dashboard()).holding).toEqual({ limitDays: 30, longestDeliveryDays: 14 });
  const accept = (deliveryDays: number) =>
    creator().call(acceptPool, { params: { id: pool.id }, body: { deliveryDays, floorCents: 10_00 } });
  await expect(accept(15)).rejects.toMatchObject({
    code: 'held_too_long',
    message: expect.stringContaining('14 days'),
  });
  expect(await accept(14)).toMatchObject({ status: 'accepted' });
});

it('lets the money wait for an account on hold, tells both sides, and pays out afterward', async () => {
  expect((await dashboard()).payoutAccount).toMatchObject({
    state: 'missing',
    needsSetup: true,
    countries: expect.arrayContaining(['US', 'DE']),
    waitingCents: 0,
  });
  await expect(creator().call(startPayoutSetup, { body })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(creator().call(startPayoutSetup, { body: { ...body, country: 'AU' } })).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: expect.stringContaining('can’t pay creators in Australia'),
  });
  expect(control().creations).toEqual([]);
  await expect(creator().call(openPayoutDashboard, { body })).rejects.toMatchObject({ code: 'payouts_not_ready' });
  const { url } = await creator().call(startPayoutSetup, { body: { ...body, country: 'US' } });
  expect(url).toBe(`${stage.app.url}/dashboard?payout-setup=done&processor=sandbox`);
  const [ref = ''] = control().accounts.keys();
  expect(await creator().call(refreshPayoutAccount, { body })).toMatchObject({
    state: 'pending',
    country: 'US',
    requirements: [{ code: 'external_account', dueAt: null }],
  });
  control().set(ref, 'ready');
  await creator().call(refreshPayoutAccount, { body });
  const { poolId } = await stage.collected([{ cents: 45_00 }, { cents: 5_00 }]);
  // After the cards are charged, the processor asks for more.
  control().set(ref, 'restricted');
  await creator().call(refreshPayoutAccount, { body });
  await stage.deliver(poolId);
  await stage.clock(poolId, 'quiet_until');
  const waiting = await dashboard();
  expect(waiting.payoutAccount.waitingCents).toBe(waiting.earnings.balanceCents);
  expect(waiting.earnings).toMatchObject({ inTransitCents: 0, paidOutCents: 0 });
  const [payout] = (await creator().call(listCreatorPayouts, { query: { page: 1 } })).payouts;
  expect(payout).toMatchObject({ status: 'waiting', poolId });
  const kinds = async () => (await creator().call(listNotifications)).notifications.map(({ kind }) => kind);
  expect(await kinds()).toContain('payout_waiting');
  const open = await stage.people.admin.client.call(listMovements, { query: { kind: 'payout', status: 'open' } });
  expect(open.items[0]).toMatchObject({ state: 'unknown', nextStep: expect.stringContaining('isn’t ready') });

  await expect(creator().call(retryPayout, { params: { id: payout?.id ?? '' } })).rejects.toMatchObject({
    code: 'payouts_not_ready',
  });
  control().set(ref, 'ready');
  expect(await creator().call(refreshPayoutAccount, { body })).toMatchObject({ state: 'ready' });
  await stage.app.settle();
  await stage.app.settle();
  const paid = await dashboard();
  expect(paid.earnings).toMatchObject({ balanceCents: 0, paidOutCents: waiting.earnings.balanceCents });
  expect(paid.payoutAccount).toMatchObject({ state: 'ready', waitingCents: 0, requirements: [] });
  expect(await kinds()).toEqual(expect.arrayContaining(['payout_account_ready', 'payout_paid']));
  expect((await creator().call(openPayoutDashboard, { body })).url).toContain(ref);
});

it('shows a creator nothing of another creator, and fans no setup', async () => {
  const fan = await stage.fan();
  await expect(fan.client.call(startPayoutSetup, { body })).rejects.toMatchObject({ status: 403 });
  const [payout] = (await creator().call(listCreatorPayouts, { query: { page: 1 } })).payouts;
  await expect(fan.client.call(retryPayout, { params: { id: payout?.id ?? '' } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(creator().call(startPayoutSetup, { body: { processor: 'nowhere' } })).rejects.toMatchObject({
    code: 'conflict',
  });
});

it('limits how often a creator makes us call the processor', async () => {
  const limiter = stage.context.limits.limiter('payout account', payoutAccountCalls);
  await expect(limiter.consume(stage.people.creator.id, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    code: 'rate_limited',
  });
  for (const endpoint of [startPayoutSetup, openPayoutDashboard, refreshPayoutAccount]) {
    await expect(creator().call(endpoint, { body })).rejects.toMatchObject({ code: 'rate_limited' });
  }
});
