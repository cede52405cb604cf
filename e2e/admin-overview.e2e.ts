import { expect, it } from 'vitest';
import { getHealth } from '#contract/admin/health.ts';
import { paths } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('begins with what needs a decision, and says so when nothing does', async () => {
  const { site } = stage;
  const page = await stage.window({ as: site.admin, width: 1280, height: 720 });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await goTo(page, paths.admin);
  await page.getByText('Nothing needs a decision.').waitFor();
  // It asks the mail server and other systems.
  expect(calls).not.toContain(getHealth.path);
  expect(await page.getByRole('heading', { name: 'Needs a decision' }).count()).toBe(0);

  await site.applicant();
  const { context } = site.app;
  const to = { email: 'late@example.org', locale: 'en' };
  const compose = () => ({ subject: 'Late', text: 'Late', html: '<p>Late</p>' });
  await context.db.tx((tx) => context.mail.send(tx, { to, compose, messageId: 'late-1' }));
  await site.app.settle();
  await site.sql`update pgboss.job set state = 'failed' where singleton_key = 'mail:late-1'`;
  await page.reload();
  const section = page.getByRole('region', { name: 'Needs a decision' });
  const entry = section.getByRole('link', { name: '1 creator application' });
  await entry.waitFor();
  await section.getByRole('link', { name: '1 failed job' }).waitFor();
  const [decisions, trends, lists] = await Promise.all(
    ['Needs a decision', 'Money in the last 90 days', 'All lists'].map((name) =>
      page.getByRole('heading', { name }).evaluate((heading) => heading.getBoundingClientRect().top),
    ),
  );
  const checklist = page.getByRole('heading', { name: 'Set up this site' });
  expect(decisions).toBeLessThan(await checklist.evaluate((heading) => heading.getBoundingClientRect().top));
  expect((await entry.boundingBox())?.y).toBeLessThan(650);
  expect(decisions).toBeLessThan(trends ?? 0);
  expect(trends).toBeLessThan(lists ?? 0);
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'admin-overview');
  await entry.click();
  await page.waitForURL(`**${paths.adminVerifications}`);
});
