import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getCreatorDashboard, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import { getCreator } from '#contract/creators/creators.ts';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import { submitContent } from '#contract/delivery.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool, createPool, getPool } from '#contract/pools/pools.ts';
import { enterCard } from '#testing/card-driver/hosted-page.ts';
import { type TestClient, testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { compileCacheEnv } from '#testing/programs.ts';
import { demoSignIns } from './demo-people.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Starts what `npm run stripe-demo` starts, without pages, which would need a build. */
async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-stripe-demo-'));
  const [port, stripePort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['testing/stripe-stand-in/demo/demo.ts', '--no-pages'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compileCacheEnv,
      PORT: String(port),
      STRIPE_PORT: String(stripePort),
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  for (const end = performance.now() + 90_000; !output.includes('From a payout account'); await sleep(100)) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`the demo did not start:\n${output}`);
  }
  return { url: `http://localhost:${port}`, stripe: `http://127.0.0.1:${stripePort}`, stop };
}

async function waitFor<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (const end = performance.now() + 60_000; ; await sleep(250)) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
  }
}

test('one command leads from a payout account to a paid creator', async () => {
  const { url, stripe, stop } = await startDemo();
  const signIn = async ({ email, password }: (typeof demoSignIns)[keyof typeof demoSignIns]) => {
    const client: TestClient = testClient(url);
    await client.call(login, { body: { email, password } });
    return client;
  };
  const [fan, creator] = [await signIn(demoSignIns.fan), await signIn(demoSignIns.creator)];

  const body = { processor: 'stripe' };
  const { url: page } = await creator.call(startPayoutSetup, { body: { ...body, country: 'DE' } });
  await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'ready' }), redirect: 'manual' });
  expect(await creator.call(refreshPayoutAccount, { body })).toMatchObject({ state: 'ready', requirements: [] });

  const profile = await fan.call(getCreator, { params: { username: demoSignIns.creator.username } });
  const deadline = new Date(Date.now() + 7 * 24 * 3600_000).toISOString();
  const form = {
    title: 'Sing the weather report',
    description: 'As an opera, please. '.repeat(4),
    fundingGoal: 20_00,
    deadline,
  };
  const pool = await fan.call(createPool, { body: { ...form, categories: ['Music'], creatorProfileId: profile.id } });
  const request = { amountCents: 20_00, requestKey: randomUUID() };
  const { setup } = await fan.call(pledgeToPool, { params: { poolId: pool.id }, body: request });
  await enterCard(setup?.url ?? '');
  const params = { id: pool.id };
  const statusIs = (status: string) =>
    waitFor(
      () => fan.call(getPool, { params }),
      (now) => now.status === status,
    );
  await statusIs('goal_met');
  await creator.call(acceptPool, { params, body: { deliveryDays: 7, floorCents: 10_00 } });
  await statusIs('in_production');
  await creator.call(submitContent, { params, body: { note: 'Here it is', text: 'La la la' } });
  await statusIs('completed');
  const { payouts } = await waitFor(
    () => creator.call(listCreatorPayouts),
    ({ payouts: [one] }) => one?.status === 'paid',
  );
  // $20 less 5 % and Stripe's 2.9 % and 30 cents.
  expect(payouts).toMatchObject([{ poolId: pool.id, amountCents: 20_00 - 1_00 - 88 }]);
  expect((await creator.call(getCreatorDashboard)).earnings).toMatchObject({ paidOutCents: 18_12, balanceCents: 0 });

  // Three days later, Stripe has sent the money to the creator's bank.
  await fetch(`${stripe}/_control/clock`, { method: 'POST', body: JSON.stringify({ advanceSeconds: 3 * 24 * 3600 }) });
  const sent = await (await fetch(`${stripe}/_control/tables/payouts`)).json();
  expect(sent).toMatchObject([{ amount: 18_12, status: 'paid' }]);
  const { violations } = (await (await fetch(`${stripe}/_control/state`)).json()) as { violations: string[] };
  expect(violations).toEqual([]);
  expect(await stop()).toBe(0);
}, 240_000);
