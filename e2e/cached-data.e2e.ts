import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { getAdminCounts } from '#contract/admin/moderation.ts';
import { inEnglish } from '#contract/language/text.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { editPool, giveUpPool, type PoolStatus } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { choosePledge } from './people.ts';
import { setStage } from './stage.ts';

/** Pages that a person has already seen in the same tab show what has changed since. */
const stage = setStage();

let creator: CreatorMember;
let owner: Member;

beforeAll(async () => {
  [creator, owner] = await Promise.all([stage.site.creator(), stage.site.member('owner')]);
});

const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
const statusIs = (page: Page, status: PoolStatus) =>
  page.getByRole('main').getByText(inEnglish(poolStatusWords[status]), { exact: true }).first().waitFor();

/** Holds the answers of the API until `answer`, like a slow server. */
async function holdAnswers(page: Page): Promise<{ answer: () => Promise<void> }> {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await answered;
    await route.continue();
  });
  return {
    answer: () => {
      resolve();
      return page.unrouteAll({ behavior: 'wait' });
    },
  };
}

/** Fails if the tab loads a document from now on, which would empty its cache. */
async function stayInDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener('pagehide', () => console.error('the tab loaded another document'));
  });
}

describe('the page of a pool', () => {
  it('shows a status that changed while the person was elsewhere, and does not celebrate an old goal', async () => {
    const pool = await stage.site.newPool(owner, creator, { fundingGoal: 50_00 });
    const page = await stage.window();
    await goTo(page, pool.canonicalPath);
    await stayInDocument(page);
    await statusIs(page, 'open');
    await menu(page, 'Creators');
    await page.waitForURL('**/creators');
    await stage.site.pledge(await stage.site.member(), pool, 50_00);
    await stage.site.accept(creator, pool);
    await stage.site.app.settle();
    const { answer } = await holdAnswers(page);
    await page.goBack();
    await statusIs(page, 'open');
    await answer();
    await statusIs(page, 'in_production');
    await page.waitForTimeout(300);
    expect(await page.getByRole('region', { name: 'Goal met', exact: true }).count()).toBe(0);
  });

  it('shows a status that changed while the connection was lost', async () => {
    const { pool } = await stage.site.funded(owner, creator, [{ who: await stage.site.member(), cents: 20_00 }]);
    const page = await stage.window();
    const open = new Set<WebSocketRoute>();
    let isDown = false;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (isDown) return void socket.close();
      open.add(socket);
      socket.connectToServer();
    });
    await goTo(page, pool.canonicalPath);
    await statusIs(page, 'in_production');
    await expect.poll(() => open.size).toBe(1);
    isDown = true;
    for (const socket of open) await socket.close();
    await creator.client.call(giveUpPool, { params: { id: pool.id } });
    await stage.site.app.settle();
    isDown = false;
    await statusIs(page, 'refunded');
  });

  it('keeps a like', async () => {
    const pool = await stage.site.newPool(owner, creator);
    const page = await stage.window({ as: await stage.site.member() });
    await goTo(page, pool.canonicalPath);
    await stayInDocument(page);
    const like = page.getByRole('main').getByRole('button', { name: /^Like/ }).first();
    await like.click();
    await waitForText(page, 'Added to Favorites');
    await menu(page, 'Creators');
    await page.waitForURL('**/creators');
    // The cached status must be right, even if the server is slow.
    const { answer } = await holdAnswers(page);
    await page.goBack();
    await like.waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    await answer();
  });

  it('shows the current pledge after the change of one that was withdrawn elsewhere', async () => {
    const fan = await stage.site.member();
    const pool = await stage.site.newPool(owner, creator);
    const { id } = await stage.site.pledge(fan, pool, 10_00);
    const page = await stage.window({ as: fan });
    await goTo(page, pool.canonicalPath);
    await page.getByRole('button', { name: 'Change amount' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your pledge' });
    await dialog.getByText('$25', { exact: true }).click();
    stage.allow(/status of 409/);
    await fan.client.call(withdrawPledge, { params: { id } });
    await dialog.getByRole('button', { name: 'Change to $25' }).click();
    await dialog.getByText('This pledge can no longer be changed.').waitFor();
    await page.keyboard.press('Escape');
    await waitForText(page, 'You withdrew your $10 pledge.');
    expect(await page.getByText('You pledged $10').count()).toBe(0);
  });

  it('shows what the owner changed before it takes a pledge, and keeps the amount', async () => {
    const fan = await stage.site.member();
    const pool = await stage.site.newPool(owner, creator);
    const page = await stage.window({ as: fan });
    await goTo(page, pool.canonicalPath);
    await owner.client.call(editPool, { params: { id: pool.id }, body: { title: 'Something else' } });
    stage.allow(/status of 409/);
    await choosePledge(page, 12);
    await page.getByRole('heading', { level: 1, name: 'Something else' }).waitFor();
    await waitForText(page, 'This pool’s content changed after you opened it. Nothing was saved or charged.');
    expect((await stage.site.pool(pool.id, fan)).myPledge).toBeNull();
    await page.getByRole('main').getByRole('button', { name: 'Pledge $12', exact: true }).click();
    await page.waitForURL('**/sandbox/checkout/**');
  });

  it('asks for no payment after the fan has paid with a saved card', async () => {
    const { site } = stage;
    const fan = await site.member();
    const { pool, pledges } = await site.funded(owner, creator, [
      { who: await site.member(), cents: 30_00 },
      { who: fan, cents: 20_00, card: cards.insufficient },
      // The pool stays in its status after the fan has paid.
      { who: await site.member(), cents: 20_00, card: cards.insufficient },
    ]);
    await site.pledgeIs(fan, pledges[1]?.id ?? '', 'notified');
    await site.pledge(fan, await site.newPool(owner, creator), 5_00);
    const page = await stage.window({ as: fan });
    await goTo(page, pool.canonicalPath);
    await stayInDocument(page);
    await page.getByRole('main').getByRole('link', { name: 'Pay Now' }).first().click();
    await page.getByRole('button', { name: /^Pay .*4242/ }).click();
    await page.waitForURL('**/payment/success?pledge=*');
    await page.locator(`main a[href="${pool.canonicalPath}"]`).first().click();
    await waitForText(page, 'You paid $20');
    expect(await page.getByText(/Payment required/).count()).toBe(0);
  });
});

describe('people', () => {
  it('are led to the dashboard by the notice that approves them', async () => {
    const applicant = await stage.site.applicant();
    const page = await stage.window({ as: applicant });
    await goTo(page, '/notifications');
    await stayInDocument(page);
    await stage.site.decideApplication(applicant, 'approved');
    await page.getByRole('link', { name: 'You are a verified creator' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Creator dashboard' }).waitFor();
  });

  it('see that their application was declined', async () => {
    const applicant = await stage.site.applicant();
    const page = await stage.window({ as: applicant });
    await goTo(page, '/become-creator');
    await stayInDocument(page);
    await stage.site.decideApplication(applicant, 'rejected', 'The proof does not match');
    await page.getByRole('main').getByText('The proof does not match').waitFor();
  });

  it('see a change of their profile, also without a network', async () => {
    const ada = await stage.site.member('ada');
    await ada.client.call(updateProfile, { body: { bio: 'I like waltzes.' } });
    const page = await stage.window({ as: ada });
    await goTo(page, `/user/${ada.username}`);
    await stayInDocument(page);
    await waitForText(page, 'I like waltzes.');
    await page.getByRole('main').getByRole('link', { name: /Edit/ }).first().click();
    await page.getByLabel('Bio').fill('I like tangos.');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await waitForText(page, 'Profile saved');
    await page.goBack();
    await waitForText(page, 'I like tangos.');
    await menu(page, 'Creators');
    await page.waitForURL('**/creators');
    stage.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.goBack();
    await waitForText(page, 'I like tangos.');
  });
});

describe('an admin', () => {
  it('sees a new entry in a list that they have left', async () => {
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/admin/verifications');
    await stayInDocument(page);
    await menu(page, 'Health');
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    const { username } = await stage.site.applicant();
    const { verifications } = await stage.site.admin.client.call(getAdminCounts);
    // The badge follows the live event, which must not arrive after the list is open again.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^Verifications\\s*${verifications.pending} waiting`) })
      .first()
      .click();
    await page.getByRole('main').getByText(username.toLowerCase()).first().waitFor();
  });
});
