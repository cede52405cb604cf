import { beforeAll, describe, expect, it } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { followCreator } from '#contract/creators/creators.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { choose, say } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let open: Pool;
let completed: Pool;
const pathOf = ({ id }: Pool) => `/pool/${id}`;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('lena'), site.creator()]);
  open = await site.newPool(fan, creator, { title: 'A waltz for the night bus', fundingGoal: 90_00 });
  await site.pledge(await site.member('tom'), open, 20_00);
  ({ pool: completed } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]));
  await creator.client.call(setLatePledges, { params: { id: completed.id }, body: { allowed: true } });
  await site.deliver(creator, completed);
  await site.review(completed);
  await site.letTimePass(completed);
  await site.poolIs(completed.id, 'completed');
  await fan.client.call(followCreator, { params: { username: creator.username } });
});

describe('the creators that a person follows', () => {
  it('are on cards with space around the whole text, at every width', async () => {
    const long = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Bridge';
    await stage.site.sql`update creator_profiles set display_name = ${long} where id = ${creator.profileId}`;
    for (const width of [320, 390, 768, 1440]) {
      const page = await stage.window({ width });
      await goTo(page, `/user/${fan.username}?show=follows`);
      const card = page.getByRole('main').getByRole('link', { name: long });
      const found = await card.evaluate((link) => {
        const box = link.getBoundingClientRect();
        const parts = [...link.querySelectorAll('b, p')];
        return {
          inset: Math.min(...parts.map((part) => box.right - part.getBoundingClientRect().right)),
          left: (link.firstElementChild?.getBoundingClientRect().left ?? 0) - box.left,
          isCut: parts.some(
            (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline',
          ),
        };
      });
      expect(found.inset).toBeGreaterThanOrEqual(12);
      expect(found.left).toBeGreaterThanOrEqual(12);
      expect(found.isCut).toBe(false);
      if (width === 1440) await photographAll(page, 'follows');
    }
  });
});

describe('a completed pool that takes late pledges', () => {
  it('invites others to join, but not a fan who paid', async () => {
    const visitor = await stage.window();
    await goTo(visitor, pathOf(completed));
    await waitForText(visitor, /You can still join/);
    const page = await stage.window({ as: fan });
    await goTo(page, pathOf(completed));
    await waitForText(page, /went to/);
    expect(await page.getByRole('main').textContent()).not.toContain('still join');
  });
});

describe('the pledge button', () => {
  it.each([
    ['at 400 % zoom', { width: 320, height: 256 }],
    ['at 400 % zoom of a larger window', { width: 360, height: 270 }],
    ['on a phone in landscape', { width: 844, height: 390, phone: true }],
    ['on a small phone in landscape', { width: 667, height: 375, phone: true }],
    ['on a large phone in landscape', { width: 932, height: 430, phone: true }],
  ])('is in view %s', async (_where, size) => {
    const page = await stage.window({ as: await stage.site.member('mia'), ...size });
    await goTo(page, pathOf(open));
    const button = page
      .getByRole('button', { name: /^Pledge \$/ })
      .filter({ visible: true })
      .last();
    const box = await button.boundingBox();
    expect(box).not.toBeNull();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    // Nothing covers it, and most of the screen still shows the page.
    const covered = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('button')?.textContent ?? '',
      [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2],
    );
    expect(covered).toMatch(/^Pledge/);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/low-${size.width}.png` });
    await button.click();
    await page.getByRole('dialog', { name: 'Back this pool' }).waitFor();
  });
});

describe('the menu', () => {
  it.each([1440, 1024, 800])('is not cut at 200 percent text size in a window of %i pixels', async (width) => {
    const page = await stage.window({ as: fan, width, height: 900 });
    await goTo(page, '/browse-tip-pools');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/large-${width}.png` });
    const cut = await page.locator('.side').evaluate((side) => {
      const edge = side.getBoundingClientRect().right;
      const walker = document.createTreeWalker(side, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode;
        const isHidden =
          parent?.closest('.sr-only, .logo, .nav-title') || !parent?.checkVisibility({ opacityProperty: true });
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const { left, right } = range.getBoundingClientRect();
        if (!isHidden && (right > edge + 1 || left < 0)) found.push(textContent ?? '');
      }
      return found;
    });
    expect(cut).toEqual([]);
  });
});

describe('for screen readers', () => {
  it('the name of a tab or a menu entry is separate from its count', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, pathOf(open));
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const names = nodes
      .filter(({ role }) => role?.value === 'link')
      .map(({ name }) => String(name?.value).replace(/\s/g, ' '));
    expect(names.filter((name) => name.startsWith('Fans'))).toEqual(['Fans 1']);
    expect(names.filter((name) => /[a-z]\d+ unread/.test(name))).toEqual([]);
  });
});

describe('a field with an error', () => {
  it('keeps its hint, and describes the field with both', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    const field = page.getByLabel('Username');
    const before = await field.evaluate((input) => input.getAttribute('aria-describedby') ?? '');
    const hint = (await page.locator(`[id="${before}"]`).textContent()) ?? '';
    expect(hint).not.toBe('');
    await field.fill('two words');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    );
    expect(described).toContain(hint);
    expect(described.length).toBe(2);
  });
});

describe('choices on a phone', () => {
  it('have text of at least 16 pixels, so that iOS does not zoom', async () => {
    const page = await stage.window({ as: fan, width: 390, phone: true });
    for (const path of ['/browse-tip-pools', '/settings', '/messages', pathOf(open)]) {
      await goTo(page, path);
      const small = await page
        .locator('select, input:not([type=checkbox], [type=radio], [type=file]), textarea')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
      expect([path, small]).toEqual([path, []]);
    }
  });
});

describe('copying a message on a page without https', () => {
  it('works with the older command', async () => {
    const page = await stage.window({ as: fan, width: 1440 });
    await page.addInitScript(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await goTo(page, pathOf(open));
    await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
    const text = 'Meet me at the night bus';
    await say(page, text);
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        document.title = event.clipboardData?.getData('text/plain') ?? '';
      });
    });
    await choose(page, text, 'Copy text');
    await waitForText(page, 'Copied');
  });
});

it('comments that are scrolled away fit into a window that becomes narrower', async () => {
  const params = { id: open.id };
  const content = 'One more verse, please. '.repeat(20);
  const { id: parentId } = await fan.client.call(addComment, { params, body: { content } });
  await fan.client.call(addComment, { params, body: { content: 'Yes, and a chorus.', parentId } });
  for (let count = 0; count < 8; count += 1) await fan.client.call(addComment, { params, body: { content } });
  const page = await stage.window({ width: 768, height: 400 });
  await goTo(page, poolTabPath(open.canonicalPath, 'comments'));
  await page.getByText('Yes, and a chorus.').scrollIntoViewIfNeeded();
  await page.waitForTimeout(100);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(100);
  await page.setViewportSize({ width: 390, height: 400 });
  const widths = () =>
    page.evaluate(() => [
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('[id^=comment-], [id^=comment-] article')].map(
        (entry) => entry.getBoundingClientRect().right,
      ),
    ]);
  await expect.poll(async () => Math.max(...(await widths()))).toBeLessThanOrEqual(390);
});
