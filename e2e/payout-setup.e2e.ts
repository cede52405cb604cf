import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { createSandbox } from '#server/money/sandbox/sandbox-processor.ts';
import { sweepPoolDeadlines } from '#server/pools/lifecycle/sweep-pool-deadlines.ts';
import { axe, goTo } from '#testing/browser.ts';
import { type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage({
  env: { HOLDING_LIMIT_DAYS: '30' },
  cards: (platform) => withProcessors(withOnboarding(createSandbox(platform))),
});

/** Looks at a screen, and photographs it where SHOTS names a folder. */
async function look(page: Page, name: string): Promise<void> {
  expect(await axe(page)).toEqual([]);
  await photographAll(page, name);
}

it('asks a creator for the country once, follows the setup, and opens the processor’s dashboard', async () => {
  const { site } = stage;
  const { control } = site.app.context.cards as OnboardingSandbox;
  const creator = await site.creator();
  await site.newPool(await site.member('owner'), creator, { title: 'A live album' });
  const page = await stage.window({ as: creator });
  await goTo(page, '/dashboard');
  const card = page.getByRole('region', { name: 'Get paid' });
  await card.getByRole('button', { name: 'Set up payouts' }).click();
  await card.getByText('Choose your country').waitFor();
  await look(page, 'missing');
  await goTo(page, '/dashboard');
  await page.getByLabel('Country of your bank account').selectOption('US');
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  const finish = page.getByRole('region', { name: 'Finish setting up your payouts' });
  await finish.getByText('Your bank account').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await look(page, 'pending');
  const [ref = ''] = control.accounts.keys();

  control.set(ref, 'restricted', [
    { code: 'individual.verification.document', dueAt: new Date('2027-01-15T12:00:00Z') },
    { code: 'external_account', dueAt: null },
  ]);
  await finish.getByRole('button', { name: 'Check again' }).click();
  const hold = page.getByRole('region', { name: 'Your payouts are on hold' });
  await hold.getByText('A photo of your ID').waitFor();
  await look(page, 'restricted');

  control.set(ref, 'pending');
  await hold.getByRole('button', { name: 'Check again' }).click();
  const checking = page.getByRole('region', { name: /is checking your details/ });
  await checking.waitFor();
  await look(page, 'checking');

  control.set(ref, 'ready');
  // The processor's page has expired: the creator gets a new one, which here leads back at once.
  await goTo(page, '/dashboard?payout-setup=again&processor=sandbox');
  await checking.waitFor({ state: 'detached' });
  await goTo(page, '/dashboard?view=earnings');
  await page.getByText('Ready', { exact: true }).waitFor();
  await look(page, 'ready');

  control.close(ref);
  await refreshPayoutAccount(site.app.context, { userId: creator.id, processor: 'sandbox' });
  await goTo(page, '/dashboard');
  const closed = page.getByRole('region', { name: 'Your payout account was closed' });
  await closed.getByRole('button', { name: 'Set up a new account' }).click();
  await closed.getByText('Choose your country').waitFor();
  await look(page, 'closed');
  await goTo(page, '/dashboard');
  await page.getByLabel('Country of your bank account').selectOption('CA');
  await page.getByRole('button', { name: 'Set up a new account' }).click();
  await finish.getByText('Your bank account').waitFor();
  const next = [...control.accounts.keys()].at(-1) ?? '';
  expect(next).not.toBe(ref);
  control.set(next, 'ready');
  await finish.getByRole('button', { name: 'Check again' }).click();
  await finish.waitFor({ state: 'detached' });
  await page.getByText(/^Payouts wait until/).waitFor();
  await look(page, 'account-changed');
  const admin = await stage.window({ as: site.admin });
  await goTo(admin, `${paths.adminUsers}?open=${creator.id}`);
  await admin.getByText(/because their payout account changed/).waitFor();
  await look(admin, 'account-changed-admin');
  await goTo(page, '/dashboard?view=earnings');
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.route('https://dashboard.example/**', (route) => route.fulfill({ body: 'Transfers' }));
  await page.getByRole('button', { name: 'Bank transfers and details' }).click();
  await page.waitForURL(`https://dashboard.example/${next}`);
});

it('says to both sides that cards wait for the payout account, and when the pool ended for want of it', async () => {
  const { site } = stage;
  const [creator, owner, fan] = [await site.creator(), await site.member('owner'), await site.member('fan')];
  const pool = await site.newPool(owner, creator, { title: 'Songs for a lighthouse', fundingGoal: 50_00 });
  await site.pledge(fan, pool, 50_00);
  const { canonicalPath } = await site.pool(pool.id);

  const dashboard = await stage.window({ as: creator });
  await goTo(dashboard, `/dashboard?request=${pool.id}`);
  await dashboard.getByText(/Cards are charged only once they are set up/).waitFor();
  await look(dashboard, 'wait-accepting');
  await site.accept(creator, pool);
  await goTo(dashboard, '/dashboard');
  const work = dashboard.getByText(/\$50 is pledged\. Cards are charged as soon as your payout account is ready/);
  await work.waitFor();
  await look(dashboard, 'wait-dashboard');
  await dashboard.getByRole('link', { name: 'Set up payouts' }).click();
  await expect.poll(() => new URL(dashboard.url()).hash).toBe('#payout-setup');
  await goTo(dashboard, canonicalPath);
  await dashboard.getByText(/You accepted\. Cards are charged as soon as your payout account is ready/).waitFor();
  await look(dashboard, 'wait-pool-creator');

  const page = await stage.window({ as: fan });
  await goTo(page, canonicalPath);
  await page.getByText(/their payout account has until/).waitFor();
  await page.getByText(/once .* can be paid; if that isn’t possible by .*, nothing is charged/).waitFor();
  await look(page, 'wait-pool-fan');
  const visitor = await stage.window();
  await goTo(visitor, canonicalPath);
  await visitor
    .getByText(/Your card is charged once .* can be paid/)
    .first()
    .waitFor();
  await look(visitor, 'wait-pool-visitor');

  await site.sql`update pools set account_due_at = now(), clock_at = now() where id = ${pool.id}`;
  await sweepPoolDeadlines(site.app.context);
  await site.app.settle();
  await site.poolIs(pool.id, 'lapsed');
  await goTo(page, canonicalPath);
  await page.getByText(/accepted, but could not be paid in time/).waitFor();
  await look(page, 'wait-lapsed-fan');
  await goTo(dashboard, canonicalPath);
  await dashboard.getByText('You accepted, but your payout account was not ready in time.').waitFor();
  await look(dashboard, 'wait-lapsed-creator');
});
