import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { login } from '#contract/accounts.ts';
import { listAdminPools } from '#contract/admin/moderation.ts';
import { getCreatorDashboard } from '#contract/creator-dashboard.ts';
import { creatorPath } from '#contract/paths.ts';
import { listMyPledges, pledgeToPool } from '#contract/pledges.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { goTo, openBrowser, setTheme, type Theme } from '#testing/browser.ts';
import { eventually } from '#testing/build.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { type TestClient, testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { contactSheet } from './contact-sheet.ts';
import type { Role } from './screens.ts';
import { type Shot, shots, shotWidths, type Targets } from './shot-list.ts';

/**
 * Takes screenshots of every screen for every role at three widths in both themes: `npm run shots`, or `npm run shots -- fan/pool 390`
 * for screens with this text in their name at one width. Writes the pictures and a page with all of them to shots/.
 */
const folder = 'shots';
const themes: readonly Theme[] = ['light', 'dark'];
const demoPassword = demoAccounts[0]?.password ?? '';

type Person = Role | 'debtor';

async function signIn(url: string, email: string): Promise<TestClient> {
  const client = testClient(url);
  await client.call(login, { body: { email, password: demoPassword } });
  return client;
}

async function signInEveryone(url: string): Promise<Record<Person, TestClient>> {
  const [fan, creator, admin] = await Promise.all(demoAccounts.map(({ email }) => signIn(url, email)));
  if (!fan || !creator || !admin) throw new Error('a demo account is missing');
  return { visitor: testClient(url), fan, creator, admin, debtor: await signIn(url, 'cato@demo.fanfare.example') };
}

function found<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new Error(`the demo has no ${what}`);
  return thing;
}

/** Finds paths and ids in the demo data, and opens one page of the card processor. */
async function findTargets({ fan, creator, admin, debtor }: Record<Person, TestClient>): Promise<Targets> {
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
  return {
    pool: (status) => found(pools.get(status), `pool that is ${status}`),
    duePledge: found(due[0]?.id, 'payment that is due'),
    paidPledge: found(pledges.find(({ status }) => status === 'paid')?.id, 'paid pledge'),
    openPledge: pledged.id,
    unsavedPledge: pledge.id,
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

async function photograph(page: Page, shot: Shot, path: string, width: number, role: Role): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
  if (path.startsWith('/sandbox/') || path.startsWith('/api/')) await page.goto(path);
  else await goTo(page, path);
  await shot.prepare?.(page);
  await page.evaluate(loadEverything);
  const files: string[] = [];
  for (const theme of themes) {
    await setTheme(page, theme);
    const file = `${role}/${shot.name}-${width}-${theme}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: !(await page.getByRole('dialog').count()) });
    files.push(file);
  }
  await setTheme(page, 'light');
  return files;
}

interface Wanted {
  name: string;
  widths: readonly number[];
}

async function photographAll(url: string, wanted: Wanted): Promise<{ files: string[]; faults: string[] }> {
  const people = await signInEveryone(url);
  const targets = await findTargets(people);
  const browser = await openBrowser(url);
  const files: string[] = [];
  const faults: string[] = [];
  for (const person of Object.keys(people) as Person[]) {
    const role: Role = person === 'debtor' ? 'fan' : person;
    const own = shots.filter(({ who, name }) => who.includes(person) && `${role}/${name}`.includes(wanted.name));
    for (const width of wanted.widths) {
      const page = await browser.window({ as: { client: people[person] }, width, phone: width < 700 });
      for (const shot of own.filter(({ widths = shotWidths }) => widths.includes(width))) {
        try {
          files.push(...(await photograph(page, shot, shot.path(targets), width, role)));
        } catch (error) {
          faults.push(`${role}/${shot.name} at ${width}: ${String(error).split('\n')[0]}`);
        }
        faults.push(...browser.takeFaults().filter((fault) => !fault.includes('status of 404')));
      }
      console.log(`${person} at ${width}`);
      await page.context().close();
    }
  }
  await browser.close();
  return { files, faults };
}

async function main(): Promise<void> {
  const [name = '', width] = process.argv.slice(2);
  const wanted: Wanted = { name, widths: width ? [Number(width)] : shotWidths };
  if (!name && !width) await rm(folder, { recursive: true, force: true });
  for (const role of ['visitor', 'fan', 'creator', 'admin']) await mkdir(join(folder, role), { recursive: true });
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
    const { files, faults } = await photographAll(server.url, wanted);
    await writeFile(join(folder, 'index.html'), await contactSheet(folder));
    console.log(`${files.length} pictures, all on ${folder}/index.html`);
    if (faults.length > 0) {
      console.error(`Faults:\n${faults.join('\n')}`);
      process.exitCode = 1;
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
// Chromium still runs.
process.exit();
