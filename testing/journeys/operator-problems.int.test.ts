import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/admin/health.ts';
import { getAdminMoney } from '#contract/admin/money.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { testDestinations } from '#server/money/stripe/test-destinations.ts';
import { accountEvents, snapshotEvents, thinEvents } from '#server/money/stripe/webhooks.ts';
import { readOutbox } from '#testing/outbox.ts';
import { runCommand } from '#testing/restore/run-command.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';

/** Problems at Stripe that only the operator can solve: who hears of them, where they are shown, and how they end. On the stand-in. */
let site: HttpSite;
let creator: CreatorMember;
let fan: Member;
beforeAll(async () => {
  site = await HttpSite.open({ QUIET_PERIOD: 'PT1S' }, 'none', { choice: { processor: 'stripe', webhooks: 'sent' } });
  creator = await site.creator();
  fan = await site.member();
});
afterAll(() => site.close());

const standIn = () => {
  const { standIn: process } = site.app.driver;
  assert.ok(process);
  return process;
};
const settings = (values: Record<string, unknown>) => standIn().control('settings', values);
const platform = (values: object) => settings({ platform: { payoutInterval: 'manual', ...values } });
/** Runs the job of every minute. */
const minute = async () => {
  await reconcile(site.app.context, { olderThanMs: 0 });
  await site.app.settle();
};
const money = () => site.admin.client.call(getAdminMoney);
const accountOf = async (who: Member) => (await who.client.call(getCreatorDashboard)).payoutAccount;
const mails = async (to: Member) =>
  (await readOutbox(site.app, to.email)).map(({ subject, text }) => `${subject} ${text}`);

async function doctorProblems(): Promise<string[]> {
  const { databaseUrl, url, driver, context } = site.app;
  const env = { ...driver.env, DATABASE_URL: databaseUrl, PUBLIC_URL: url, DATA_DIR: context.config.dataDir };
  const { output } = await runCommand(['doctor', '--json'], env);
  const lines = JSON.parse(output) as { state: string; name: string; message: string }[];
  return lines.filter(({ state }) => state === 'problem').map(({ name, message }) => `${name}: ${message}`);
}

/** The problem with these texts is on the health page, in the admin area and in the doctor. */
async function expectShown(...texts: string[]): Promise<void> {
  const { checks } = await site.admin.client.call(getHealth);
  const line = checks.find(({ id }) => id === 'refusals');
  expect(line?.state).toBe('problem');
  const { urgentCount, problems } = await money();
  expect(urgentCount).toBeGreaterThan(0);
  const places = [
    line?.message,
    problems.map((problem) => JSON.stringify(problem)).join(),
    (await doctorProblems()).join('\n'),
  ];
  for (const text of texts) for (const place of places) expect(place).toContain(text);
}

async function expectSolved(): Promise<void> {
  const { urgentCount, problems } = await money();
  expect([urgentCount, problems]).toEqual([0, []]);
}

describe('an account that Stripe refuses to create', () => {
  it.each([
    ['connect_profile_not_submitted', 'You must complete your platform profile'],
    ['account_creation_liability_unacknowledged', 'review the responsibilities of managing losses'],
    ['cross_border_connected_account_creation_not_allowed', 'cannot be created by platforms in your country'],
    ['some_new_rule_of_2027', 'The account was refused'],
  ])('%s: the creator waits, the operator hears Stripe’s text, and the repair is enough', async (code, text) => {
    const maker = await site.applicant();
    await site.decideApplication(maker, 'approved');
    await settings({ accountRefusal: code });
    const start = () => maker.client.call(startPayoutSetup, { body: { country: 'US', processor: 'stripe' } });
    await expect(start()).rejects.toMatchObject({ message: expect.stringMatching(/owner of this site/) });
    expect(await accountOf(maker)).toMatchObject({ setupWaitsForOperator: true });
    await expectShown(code, text);
    expect((await mails(site.admin)).filter((mail) => mail.includes(code))).toHaveLength(1);
    await settings({ accountRefusal: null });
    await minute();
    expect(await accountOf(maker)).toMatchObject({ setupWaitsForOperator: false });
    await expectSolved();
    expect((await start()).url).toMatch(/^http/);
  });
});

it('daily payouts of the platform: the doctor names them, the money waits, and goes out once after the top-up', async () => {
  const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 80_00 }]);
  await platform({ payoutInterval: 'daily' });
  expect((await doctorProblems()).join('\n')).toContain('They are daily, so Stripe sends the money');
  // The first request starts the schedule of the stand-in.
  for (const days of [3, 1]) {
    await standIn().control('clock', { advanceSeconds: days * 86_400 });
    await minute();
  }
  const { balance } = await standIn().state();
  expect(balance.total).toBe(0);
  await site.deliver(creator, pool);
  await site.review(pool);
  await site.letTimePass(pool);
  await site.poolIs(pool.id, 'completed');
  await minute();
  await expectShown('balance_insufficient');
  expect(await accountOf(creator)).toMatchObject({ heldBackCents: 73_38 });
  expect((await mails(site.admin)).filter((mail) => mail.includes('balance_insufficient'))).toHaveLength(1);
  await platform({});
  // All that was taken: the charge without Stripe’s fee.
  await standIn().control('movement', { type: 'topup', amountCents: 77_38 });
  await minute();
  await minute();
  expect(await accountOf(creator)).toMatchObject({ heldBackCents: 0 });
  const transfers = (await standIn().table('transfers')).map(({ amount }) => amount);
  expect(transfers).toEqual([73_38]);
  await expectSolved();
});

it('a missing permission for sources: the reconciler, the health page and the doctor say so until it is there', async () => {
  await settings({ missingPermissions: ['GET /v1/balance_transactions expand data.source'] });
  await minute();
  await expectShown('more_permissions_required');
  expect((await doctorProblems()).join('\n')).toContain('these permissions: Balance transaction sources.');
  await settings({ missingPermissions: [] });
  await minute();
  await expectSolved();
});

it('a bank that returns a creator’s payout: the creator and the operator know, until the bank takes one', async () => {
  const [account] = (await standIn().table('accounts')).filter(({ state }) => state === 'ready');
  const payout = await standIn().control<{ id: string }>('payout', { account: account?.id, amountCents: 50_00 });
  await standIn().control('fail-payout', { payout: payout.id });
  await site.app.settle();
  const reason = 'The bank account has been closed.';
  expect(await accountOf(creator)).toMatchObject({ state: 'ready', bankBlocked: { reason } });
  expect((await mails(creator)).some((mail) => mail.includes('Your money doesn’t reach your bank'))).toBe(true);
  await standIn().control('payout', { account: account?.id, amountCents: 50_00 });
  await site.app.settle();
  await creator.client.call(refreshPayoutAccount, { body: { processor: 'stripe' } });
  expect(await accountOf(creator)).toMatchObject({ bankBlocked: null });
  await expectSolved();
});

it('a configuration without cards: the operator hears of it, and not the fan’s card', async () => {
  await platform({ takesCards: false });
  expect((await doctorProblems()).join('\n')).toContain('has no method that can be saved and charged later');
  const other = await site.member();
  const pool = await site.newPool(fan, creator);
  await expect(site.pledge(other, pool, 10_00)).rejects.toMatchObject({ code: 'card_processor_unavailable' });
  await expectShown('No valid payment method types');
  await platform({});
  await site.pledge(other, pool, 10_00);
  await minute();
  await expectSolved();
});

it('reserves and collections for a creator’s negative balance reach the books', async () => {
  const [account] = (await standIn().table('accounts')).filter(({ state }) => state === 'ready');
  await standIn().control('movement', { type: 'reserve_hold', amountCents: -5_00 });
  await standIn().control('movement', { type: 'payout_minimum_balance_hold', amountCents: -2_00 });
  await standIn().control('movement', { type: 'connect_collection_transfer', amountCents: -3_00, source: account?.id });
  await minute();
  const balances = await site.sql<{ account: string; cents: number }[]>`
    select account, sum(amount_cents)::bigint as cents from ledger_entries
    where account in ('processor_reserve', 'processor_costs') or account like 'creator_debt:%' group by 1 order by 1`;
  expect(Object.fromEntries(balances.map(({ account: name, cents }) => [name.split(':')[0], cents]))).toMatchObject({
    processor_reserve: 7_00,
  });
  const [collection] = await site.sql`
    select sum(e.amount_cents)::int as cents from ledger_entries e join ledger_journals j on j.id = e.journal_id
    where j.cause like 'collection:%' and e.account <> 'clearing'`;
  expect(collection).toEqual({ cents: 3_00 });
});

it('destinations of the wrong accounts or in the wrong form are named', async () => {
  const publicUrl = 'https://other.example';
  const endpoint = (fields: object) =>
    standIn().control('endpoint', { url: `${publicUrl}/api/webhooks/stripe`, secret: 'whsec_other', ...fields });
  const test = async () => {
    const client = site.app.driver.stripe;
    assert.ok(client);
    return testDestinations(client, { publicUrl });
  };
  await endpoint({ events: snapshotEvents });
  await endpoint({ events: accountEvents, from: 'self' });
  await endpoint({ events: thinEvents, payload: 'thin', from: 'self' });
  const wrong = await test();
  expect(wrong).toMatchObject({ ok: false });
  for (const event of [...accountEvents, ...thinEvents]) expect(wrong.message).toContain(event);
  expect(wrong.message).not.toContain(snapshotEvents[0]);
  await endpoint({ events: accountEvents, from: 'other_accounts' });
  await endpoint({ events: thinEvents, payload: 'thin', from: 'other_accounts' });
  expect(await test()).toMatchObject({ ok: true });
});
