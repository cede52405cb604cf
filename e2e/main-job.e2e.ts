import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member, password } from '#testing/journeys/http-site.ts';
import { readOutbox } from '#testing/outbox.ts';
import { fillGoal, fillIdea, publishPool } from './create-pool-form.ts';
import { fingerprintOfFile, makeLargeSound, secondsOf } from './large-file.ts';
import { choosePledge, enterCard, signIn } from './people.ts';
import { setStage } from './stage.ts';

/** From request to payout in the browser. Each test continues where the previous one ended. */
const stage = setStage({ keepWindows: true, env: { QUIET_PERIOD: 'PT6S' } });

const title = 'Sing the harbour to sleep';
const soundBytes = 200 * 1024 * 1024;
const soundName = 'harbour.wav';
const annaName = `anna_${randomBytes(4).toString('hex')}`;
let folder = '';
let soundPath = '';
let ben: Member;
let stranger: Member;
let creator: CreatorMember;
let pool: Pool;
let anna: Page;
let bens: Page;
let creatorPage: Page;
let admins: Page;
let fileUrl = '';

beforeAll(async () => {
  const { site } = stage;
  folder = await mkdtemp(join(tmpdir(), 'fanfare-sound-'));
  soundPath = join(folder, soundName);
  await makeLargeSound(soundPath, soundBytes);
  [ben, stranger, creator] = await Promise.all([site.member('ben'), site.member('stranger'), site.creator()]);
  anna = await stage.window();
  bens = await stage.window({ as: ben });
  creatorPage = await stage.window();
  admins = await stage.window({ as: site.admin });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const meterOf = (page: Page) => page.getByRole('main').getByRole('meter').first().getAttribute('aria-valuetext');

describe('the main job in the browser', () => {
  it('a visitor registers on the way to starting a pool', async () => {
    await goTo(anna, '/');
    await anna.getByRole('link', { name: 'Start a pool' }).last().click();
    await anna.waitForURL('**/auth?mode=register&redirect=%2Fpool%2Fcreate');
    await anna.getByLabel('Username').fill(annaName);
    await waitForText(anna, 'Username is available');
    await anna.getByLabel('Email', { exact: true }).fill(`${annaName}@example.org`);
    await anna.getByLabel('Password', { exact: true }).fill(password);
    await anna.getByRole('button', { name: 'Create account' }).click();
    await anna.waitForURL('**/pool/create');
    await waitForText(anna, 'Registration successful');
  });

  it('the new fan starts a pool for a creator, found by name', async () => {
    await waitForHydration(anna);
    await fillIdea(anna, { title, description: 'A lullaby for the harbour, with the last ferry in it.' });
    await anna.getByRole('combobox', { name: 'Creator' }).pressSequentially(creator.username.slice(0, 12));
    await anna.getByRole('option', { name: creator.username }).waitFor();
    await anna.keyboard.press('Enter');
    await anna.getByRole('region', { name: 'Who makes it' }).and(anna.locator(':focus')).waitFor();
    await fillGoal(anna, 50);
    await publishPool(anna);
    await anna.getByRole('heading', { level: 1, name: title }).waitFor();
    await waitForText(anna, 'Your pool is open');
    pool = await stage.site.pool(new URL(anna.url()).pathname.split('/').at(-1) ?? '');
    expect(new URL(anna.url()).pathname).toBe(pool.canonicalPath);
    expect(pool).toMatchObject({ status: 'open', fundingGoal: 50_00, assignedCreator: { id: creator.id } });
  });

  it('two fans pledge through the card page, and each sees the meter rise live', async () => {
    await goTo(bens, pool.canonicalPath);
    await expect.poll(() => meterOf(bens)).toMatch(/^\$0 pledged of \$50, 0%/);
    await choosePledge(anna, 30);
    await enterCard(anna, cards.pays);
    await anna.waitForURL('**/payment/success?pledge=*');
    await anna.getByRole('link', { name: 'Back to the pool' }).click();
    await waitForText(anna, 'You pledged $30');
    await expect.poll(() => meterOf(bens), { timeout: 15_000 }).toMatch(/^\$30 pledged of \$50, 60%/);

    await choosePledge(bens, 20);
    await enterCard(bens, cards.insufficient);
    await bens.waitForURL('**/payment/success?pledge=*');
    await expect.poll(() => meterOf(anna), { timeout: 15_000 }).toMatch(/^\$50 pledged of \$50, 100%/);
    await waitForText(anna, 'Goal met');
    expect(await stage.site.sql`select 1 from payments`).toHaveLength(0);
  });

  it('the creator signs in, reads the terms and accepts', async () => {
    await goTo(creatorPage, '/dashboard');
    await signIn(creatorPage, creator.email);
    await creatorPage.waitForURL('**/dashboard');
    await waitForHydration(creatorPage);
    const request = creatorPage.getByRole('article', { name: title });
    await request.getByText('$50 of $50').waitFor();
    await request.getByRole('link', { name: 'View terms and answer' }).click();
    const dialog = creatorPage.getByRole('dialog', { name: title });
    await dialog.getByLabel('Days to deliver').fill('0');
    await dialog.getByLabel('Your floor').fill('60');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await waitForText(creatorPage, 'Delivery takes 1 to 60 days');
    await waitForText(creatorPage, 'The floor can’t be higher than the goal.');
    await dialog.locator('input:focus').and(dialog.getByLabel('Days to deliver')).waitFor();
    await dialog.getByRole('button', { name: 'Decline…' }).press('Enter');
    await creatorPage.getByLabel('Reason').press('Escape');
    await dialog.getByLabel('Days to deliver').fill('7');
    await dialog.getByLabel('Your floor').fill('40');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await waitForText(creatorPage, 'Cards are being charged now.');
    await expect.poll(() => creatorPage.evaluate(() => document.activeElement?.closest('#main')?.id)).toBe('main');
  });

  it('one card is charged; the fan with the declined card is notified and pays with another one', async () => {
    await waitForText(anna, 'You paid $30');
    const [pledge] = await ben.client.call(listMyPledges);
    await stage.site.pledgeIs(ben, pledge?.id ?? '', 'notified');
    await expect
      .poll(async () => (await readOutbox(stage.site.app, ben.email)).map(({ subject }) => subject), {
        timeout: 15_000,
      })
      .toContain('Payment due for your pledge · Fanfare');
    await goTo(bens, '/home');
    const card = bens.getByRole('region', { name: 'Payment Required' });
    await card.getByText(title).waitFor();
    await card.getByRole('link', { name: 'Pay Now' }).click();
    await bens.waitForURL(`**/payment/${pledge?.id}`);
    await waitForText(bens, 'Your card has insufficient funds');
    await bens.getByRole('button', { name: 'Pay with another card' }).click();
    await enterCard(bens, cards.pays);
    await bens.waitForURL('**/payment/success?pledge=*');
    await bens.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    await expect.poll(() => meterOf(anna), { timeout: 15_000 }).toContain('$50 paid');
    await stage.site.poolIs(pool.id, 'in_production');
    await goTo(bens, '/home');
    expect(await card.count()).toBe(0);
  });

  it('the creator uploads a large file despite pauses, a lost connection and a reload, and delivers it', async () => {
    // The server refuses a part that comes before it has noticed the end of the previous request; the browser then asks for the offset.
    stage.allow(/409 \(Conflict\) .*\/api\/uploads\//);
    stage.allow(/ERR_INTERNET_DISCONNECTED/, /an upload failed and will be retried/, /WebSocket/);
    const line = await creatorPage.context().newCDPSession(creatorPage);
    const network = (offline: boolean, uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
    await line.send('Network.enable');
    await goTo(creatorPage, '/dashboard');
    await creatorPage.getByRole('article', { name: title }).getByRole('link', { name: 'Deliver' }).click();
    await creatorPage.getByRole('heading', { level: 1, name: 'Submit your delivery' }).waitFor();

    const bar = creatorPage.getByRole('progressbar', { name: `Upload of ${soundName}` });
    const share = async () => Number(await bar.getAttribute('aria-valuenow'));
    const row = creatorPage.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await network(false, 40_000_000);
    await creatorPage.locator('input[type=file]').setInputFiles(soundPath);
    await expect.poll(share, { timeout: 30_000 }).toBeGreaterThan(8);
    await creatorPage.getByRole('button', { name: `Pause ${soundName}` }).click();
    await row.getByText('paused').waitFor();
    const paused = await share();
    await creatorPage.getByRole('button', { name: `Resume ${soundName}` }).click();
    await expect.poll(share, { timeout: 30_000 }).toBeGreaterThan(Math.max(20, paused));

    await network(true, 0);
    await row.getByText('no connection, resumes automatically').waitFor();
    const broken = await share();
    await network(false, 40_000_000);
    await expect.poll(share, { timeout: 30_000 }).toBeGreaterThan(Math.min(broken + 5, 60));

    creatorPage.once('dialog', (dialog) => void dialog.accept());
    await creatorPage.reload();
    await waitForHydration(creatorPage);
    await waitForText(creatorPage, `Unfinished uploads: ${soundName}. Choose the same file again to resume.`);
    const offsets: number[] = [];
    creatorPage.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await network(false, -1);
    await creatorPage.locator('input[type=file]').setInputFiles(soundPath);
    await row.getByText('uploaded').waitFor({ timeout: 60_000 });
    expect(offsets[0], 'resumes where it stopped').toBeGreaterThan(soundBytes * 0.08);

    await creatorPage.getByLabel('Note to the fans').fill('Best with the window open.');
    await creatorPage.getByRole('button', { name: 'Submit delivery' }).press('Enter');
    await waitForText(creatorPage, 'Delivery submitted');
    await creatorPage.locator('#main:focus').waitFor();
    const announced = creatorPage.locator('p[aria-live=assertive]');
    await expect.poll(() => announced.textContent()).toMatch(/^Creator dashboard/);
    await stage.site.poolIs(pool.id, 'delivery_review');
  });

  it('fans cannot play the file before an admin approves it', async () => {
    await goTo(anna, pool.canonicalPath);
    await waitForText(anna, 'Delivery in review');
    expect(await anna.getByText(soundName).count()).toBe(0);
    await goTo(admins, '/admin/content-claims');
    await admins.getByRole('link', { name: title }).click();
    const claim = admins.getByRole('article', { name: `Delivery for ${title}` });
    await claim.getByText('Best with the window open.').waitFor();
    await claim.getByRole('button', { name: 'Approve…' }).click();
    const dialog = admins.getByRole('dialog', { name: 'Approve this delivery?' });
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await waitForText(admins, 'Everyone who paid now has access.');
    await stage.site.poolIs(pool.id, 'delivered', 'completed');
  });

  it('both fans can play and download the file unchanged', async () => {
    const wanted = await fingerprintOfFile(soundPath);
    for (const page of [anna, bens]) {
      await goTo(page, pool.canonicalPath);
      await waitForText(page, 'Best with the window open.');
      const player = page.locator('audio');
      const play = async () => player.evaluate((audio: HTMLAudioElement) => audio.duration);
      await expect.poll(play, { timeout: 15_000 }).toBeCloseTo(secondsOf(soundBytes), 0);
      // Seeking requests the middle of the file without the part before it.
      await player.evaluate(
        (audio: HTMLAudioElement) =>
          new Promise((resolve) => {
            audio.addEventListener('seeked', resolve, { once: true });
            audio.currentTime = audio.duration / 2;
          }),
      );
    }
    const [download] = await Promise.all([
      anna.waitForEvent('download'),
      anna.getByRole('link', { name: /^Download/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(soundName);
    expect(await fingerprintOfFile(await download.path())).toBe(wanted);
    fileUrl = new URL(download.url()).pathname;
  });

  it('others can open the file neither on the page nor by its URL', async () => {
    stage.allow(/status of 40[13]/);
    for (const [who, status] of [
      [stranger, 403],
      [undefined, 401],
    ] as const) {
      const page = await stage.window({ as: who });
      await goTo(page, pool.canonicalPath);
      await waitForText(page, 'Delivered to fans who paid');
      expect(await page.getByText(soundName).count()).toBe(0);
      expect(await page.content()).not.toContain('/api/content-files/');
      expect((await page.goto(fileUrl))?.status()).toBe(status);
    }
  });

  it('after the quiet period the creator is paid, less fee and card costs', async () => {
    await stage.site.poolIs(pool.id, 'completed');
    await stage.site.app.settle();
    const net = '$45.45';
    await goTo(creatorPage, '/dashboard?view=earnings');
    const payout = creatorPage.getByRole('table', { name: 'Payouts' }).getByRole('row', { name: title });
    await payout.getByText(net).waitFor();
    await payout.getByText('Paid', { exact: true }).waitFor();
    await creatorPage.getByRole('region', { name: 'Earnings' }).getByText(net).waitFor();
    // The statement's payout line is the ledger's, and the chart has drawn it.
    const line = creatorPage
      .getByRole('table', { name: /^Entries in / })
      .getByRole('row', { name: /Payout to your bank/ });
    await line.getByText(`−${net}`).waitFor();
    await creatorPage.locator('.recharts-bar-rectangle').first().waitFor();
    await creatorPage.emulateMedia({ media: 'print' });
    await waitForText(creatorPage, /^Earnings statement, /);
    expect(await creatorPage.getByRole('heading', { level: 1, name: 'Creator dashboard' }).isVisible()).toBe(false);
    await creatorPage.emulateMedia({ media: null });
    await goTo(anna, '/my-account');
    await anna.getByRole('listitem').filter({ hasText: title }).getByText('Paid', { exact: true }).waitFor();
    await goTo(anna, pool.canonicalPath);
    await waitForText(anna, /\$50 from 2 fans went to/);
  });
});
