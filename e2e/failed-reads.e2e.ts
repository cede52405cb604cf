import { expect, it } from 'vitest';
import { goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('a read that fails while its page loads is sent once, and again on request', async () => {
  const page = await stage.window({ as: await stage.site.member('fan') });
  stage.allow(/status of 500/);
  await goTo(page, '/browse-tip-pools');
  let reads = 0;
  await page.route('**/api/user/liked-pools*', (route) => {
    reads += 1;
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke.' } });
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Favorites' }).click();
  await waitForText(page, 'We couldn’t load your favorites');
  await page.waitForTimeout(500);
  expect(reads).toBe(1);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Retry|Try again/ })
    .click();
  await expect.poll(() => reads).toBe(2);
});
