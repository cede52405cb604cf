import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { findFirefox, openFirefox, type TestFirefox } from '#testing/firefox.ts';
import { HttpSite, type Member } from '#testing/journeys/http-site.ts';
import { fillConversation } from './chat-window.ts';
import { makeFirstPledge } from './first-pledge.ts';

const path = await findFirefox();
if (!path)
  console.log('Skipping the Firefox tests: no Firefox found. Install firefox-esr (Debian) or set FIREFOX_PATH.');

describe.skipIf(!path)('in Firefox', () => {
  let site: HttpSite;
  let firefox: TestFirefox;
  let owner: Member;
  let pool: Pool;

  beforeAll(async () => {
    site = await HttpSite.open({}, 'build');
    firefox = await openFirefox(path ?? '', site.app.url);
    owner = await site.member('owner');
    pool = await site.newPool(owner, await site.creator(), { title: 'A tour of the clock tower', fundingGoal: 500_00 });
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
  });

  it('takes a new visitor from the landing page to the first pledge', async () => {
    const window = await firefox.window();
    await makeFirstPledge(window, pool);
    expect(window.faults).toEqual([]);
  });

  it('keeps the composer and the newest of sixty messages in view', async () => {
    const [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
    const path = await fillConversation(site, mara, theo, 60);
    for (const width of [1440, 390]) {
      const tab = await firefox.window({ as: mara, width });
      await tab.goTo(path);
      await tab.waitForText('Message number 60,');
      const [height, composer, newest] = await tab.page.evaluate(() => {
        const bottom = (element: Element | undefined | null) => element?.getBoundingClientRect().bottom ?? Number.NaN;
        const articles = [...document.querySelectorAll('[role=log] article, [role=log] [role=article]')];
        return [window.innerHeight, bottom(document.querySelector('.conversation textarea')), bottom(articles.at(-1))];
      });
      expect(composer).toBeLessThanOrEqual(height ?? 0);
      expect(composer).toBeGreaterThan((height ?? 0) - 80);
      expect(newest).toBeLessThan(composer ?? 0);
      expect(tab.faults).toEqual([]);
    }
  });

  it.each(['visitor', 'fan'] as const)(
    'opens every page with a form without CSP violations or errors for a %s',
    async (role) => {
      const pages = {
        visitor: [
          '/auth',
          '/auth?mode=register',
          '/forgot-password',
          '/reset-password?token=none',
          '/contact-us',
          '/creators',
        ],
        fan: ['/pool/create', '/settings', '/become-creator', '/users', pool.canonicalPath],
      }[role];
      const window = await firefox.window(role === 'fan' ? { as: owner } : {});
      for (const page of pages) await window.visit(page);
      expect(window.faults).toEqual([]);
    },
  );
});
