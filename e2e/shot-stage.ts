import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { login } from '#contract/accounts.ts';
import { listAdminPools } from '#contract/admin/moderation.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { creatorPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { listMyPledges, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { goTo } from '#testing/browser.ts';
import { eventually } from '#testing/builders.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { type TestClient, testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import type { Role } from './screens.ts';
import type { Shot, Targets } from './shot.ts';

/** The people of the demo who appear in screenshots. */
export type Person = Role | 'debtor';

const demoPassword = demoAccounts[0]?.password ?? '';

async function signIn(url: string, email: string): Promise<TestClient> {
  const client = testClient(url);
  await client.call(login, { body: { email, password: demoPassword } });
  return client;
}

export async function signInEveryone(url: string): Promise<Record<Person, TestClient>> {
  const [fan, creator, admin] = await Promise.all(demoAccounts.map(({ email }) => signIn(url, email)));
  if (!fan || !creator || !admin) throw new Error('a demo account is missing');
  return { visitor: testClient(url), fan, creator, admin, debtor: await signIn(url, 'cato@demo.fanfare.example') };
}

function found<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new Error(`the demo has no ${what}`);
  return thing;
}

/** A pledge of the fan to a request that the demo creator was told about. */
async function pledgeToDemoCreator(fan: TestClient, pledges: readonly PledgeView[], requestIds: readonly string[]) {
  const backed = pledges.find(({ status, poolId }) => status === 'pledged' && requestIds.includes(poolId));
  if (backed) return backed.id;
  const poolId = requestIds.find((id) => pledges.every((pledge) => pledge.poolId !== id));
  const { pledge } = await fan.call(pledgeToPool, {
    params: { poolId: found(poolId, 'request') },
    body: { amountCents: 15_00, requestKey: randomUUID(), useSavedCard: true },
  });
  return pledge.id;
}

/** Finds paths and ids in the demo data, and opens one page of the card processor. */
export async function findTargets({ fan, creator, admin, debtor }: Record<Person, TestClient>): Promise<Targets> {
  const [pledges, due, board] = await Promise.all([
    fan.call(listMyPledges),
    debtor.call(listMyPledges, { query: { status: 'notified' } }),
    creator.call(getCreatorDashboard),
  ]);
  const backedPools = new Set(pledges.map(({ poolId }) => poolId));
  const pools = new Map<PoolStatus, string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items, pagination } = await admin.call(listAdminPools, { query: { page } });
    pages = pagination.totalPages;
    for (const { id, status, canonicalPath } of items) {
      if (!pools.has(status) || backedPools.has(id)) pools.set(status, canonicalPath);
    }
  }
  const pledged = found(
    pledges.find(({ status }) => status === 'pledged'),
    'pledge',
  );
  const { setup, pledge } = await debtor.call(pledgeToPool, {
    params: { poolId: board.requests.find(({ id }) => id !== pledged.poolId)?.id ?? pledged.poolId },
    body: { amountCents: 12_00, requestKey: randomUUID() },
  });
  const takingPledges = board.requests.filter(({ status }) => status === 'open' || status === 'goal_met');
  const toldPledge = await pledgeToDemoCreator(
    fan,
    pledges,
    takingPledges.map(({ id }) => id),
  );
  return {
    pool: (status) => found(pools.get(status), `pool that is ${status}`),
    duePledge: found(due[0]?.id, 'payment that is due'),
    paidPledge: found(pledges.find(({ status }) => status === 'paid')?.id, 'paid pledge'),
    openPledge: pledged.id,
    unsavedPledge: pledge.id,
    toldPledge,
    creator: creatorPath('demo_creator'),
    unclaimedCreator: creatorPath('quiet_atlas'),
    request: found(board.requests.find(({ status }) => status === 'goal_met')?.id, 'request'),
    work: found(board.work.find(({ status }) => status === 'in_production')?.id, 'work'),
    checkout: new URL(found(setup?.url, 'card page')).pathname,
  };
}

/** Runs in the page: waits until fonts and all pictures are loaded, including those further down. */
async function loadEverything(): Promise<void> {
  await document.fonts.ready;
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  const done = (picture: HTMLImageElement) =>
    new Promise((resolve) => {
      if (picture.complete) return resolve(undefined);
      picture.addEventListener('load', resolve, { once: true });
      picture.addEventListener('error', resolve, { once: true });
    });
  await Promise.all(pictures.map(done));
}

/** Opens the screen and brings it into the state of the screenshot. */
export async function openShot(page: Page, shot: Shot, path: string): Promise<void> {
  if (path.startsWith('/sandbox/') || path.startsWith('/api/')) await page.goto(path);
  else await goTo(page, path);
  await shot.prepare?.(page);
  await page.evaluate(loadEverything);
}

/** Runs a server with the complete demo while `work` runs. */
export async function withDemo(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-shots-'));
  const server = new ServerProcess({
    dataDir,
    port: await freePort(),
    env: { DEMO_DATA: '1' },
    pages: true,
    readyWithinMs: 240_000,
  });
  try {
    server.spawn();
    await server.ready();
    // The server answers before the demo is complete.
    await eventually(
      async () => server.output.includes('demo: complete'),
      (complete) => complete,
      240_000,
    );
    await work(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
