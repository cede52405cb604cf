import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { readHealth } from '#server/health/read-health.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('leads an admin from an unchecked installation with a failed job to one that is fine, by keyboard', async () => {
  const { site } = stage;
  const { context } = site.app;
  const to = { email: 'late@example.org', locale: 'en' };
  const compose = () => ({ subject: 'Late', text: 'Late', html: '<p>Late</p>' });
  await context.db.tx((tx) => context.mail.send(tx, { to, compose, messageId: 'late-1' }));
  await site.app.settle();
  await site.sql`update pgboss.job set state = 'failed' where singleton_key = 'mail:late-1'`;

  const page = await stage.window({ as: site.admin });
  await goTo(page, paths.adminHealth);
  const verdict = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect.poll(() => verdict.textContent()).toMatch(/Everything works, and \d things need a look.*Books/);
  const books = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Books.*Needs a look/ }) });
  expect(await books.textContent()).toContain('Not checked yet');
  expect(await books.getByText('What to do').count()).toBe(0);
  await page.getByText('How to turn it on').click();
  await waitForText(page, "shared_preload_libraries = 'pg_stat_statements'");
  expect(await axe(page)).toEqual([]);

  await page.getByRole('button', { name: 'Run again: 1 failed job of mail' }).press('Enter');
  await waitForText(page, '1 job will run again now');
  await site.app.settle();
  await books.getByRole('button', { name: 'Check the books' }).press('Enter');
  await waitForText(page, /All \d+ invariants hold/);
  // The disk of the machine may be fuller than the page likes.
  const left = (await readHealth(context)).checks.filter(({ state }) => state === 'warning');
  if (left.length === 0) await waitForText(page, 'All systems are fine');
  await expect.poll(() => page.getByRole('heading', { name: /Books.*Fine/ }).count()).toBe(1);

  await site.sql`insert into invariant_checks (invariants, broken) values (70, '{"the books balance"}')`;
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'the books balance' }).getByText('What to do').focus();
  await page.keyboard.press('Enter');
  await waitForText(page, 'It prints the rows that violate the invariant.');
  expect(await axe(page)).toEqual([]);
});
