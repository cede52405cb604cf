import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { createPool } from '#contract/pools/pools.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import { fillGoal, fillIdea, publishPool } from './create-pool-form.ts';
import { choosePledge } from './people.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Runs in the page before its scripts: the browser refuses all storage but cookies. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError');
      },
    });
}

async function withoutStorage(page: Page): Promise<Page> {
  stage.allow(/SecurityError|Failed to read the/);
  await page.addInitScript(refuseStorage);
  return page;
}

describe('in a browser that refuses storage', () => {
  it('the age gate lets an adult pass, once per visit', async () => {
    const { site } = stage;
    const owner = await site.member('owner');
    owner.client.cookies.set('age_verified', '1');
    const pool = await site.newPool(owner, await site.creator(), { categories: ['NSFW'] });
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    const page = await withoutStorage(await stage.window());
    await goTo(page, pool.canonicalPath);
    const gate = page.getByRole('dialog', { name: 'NSFW Content' });
    await gate.getByRole('button', { name: 'Yes, I am 18+' }).click();
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
    await page.getByRole('link', { name: 'Browse pools' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
    expect(await gate.count()).toBe(0);
  });

  it('a person signs in, creates a pool and pledges', async () => {
    const { site } = stage;
    const page = await withoutStorage(await stage.window({ as: await site.member('ada') }));
    await goTo(page, '/pool/create');
    const description = 'Three minutes, with the bell of the tram in it.';
    await fillIdea(page, { title: 'A waltz for the last tram', description });
    await fillGoal(page, 120);
    await publishPool(page);
    await waitForText(page, 'Your pool is open');
    const pool = await site.newPool(await site.member('owner'), await site.creator());
    await goTo(page, pool.canonicalPath);
    await choosePledge(page, 12);
    await page.waitForURL('**/sandbox/checkout/**');
  });
});

describe('in a browser whose clock is ten minutes off', () => {
  it.each([
    [-10, 1],
    [10, 1],
    [-10, 90],
    [10, 90],
  ])('(%i minutes) a pool can end in %i days', async (minutes, days) => {
    const { site } = stage;
    const now = Date.now() + minutes * 60_000;
    const deadline = new Date(now + days * 24 * 60 * 60_000).toISOString();
    const { client } = await site.member('ada');
    const fields = { title: 'A waltz', description: 'Three minutes, with a bell.', categories: ['Music'] };
    const pool = await client.call(createPool, { body: { ...fields, fundingGoal: 12_000, deadline } });
    expect(pool.deadline).toBe(deadline);
  });
});
