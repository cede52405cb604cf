import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { postUpdate } from '#contract/updates.ts';

import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { enterCard } from './people.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let creator: CreatorMember;
let fan: Member;
let pool: Pool;

const rows = (page: Page) => page.getByRole('main').locator('.notice-row:visible');
const named = (page: Page, name: string | RegExp) => rows(page).filter({ has: page.getByText(name) });

beforeAll(async () => {
  const { site } = stage;
  creator = await site.creator();
  fan = await site.member('nora');
  const owner = await site.member('owen');
  pool = await site.newPool(owner, creator, { title: 'A live album from the lighthouse' });
  await site.pledge(fan, pool, 10_00);
});

describe('five hundred notifications', () => {
  beforeAll(async () => {
    const { site } = stage;
    const others = await Promise.all(
      ['Ada Lovelace', 'ben', 'theo'].map((name) => site.member(name.slice(0, 3).toLowerCase())),
    );
    await site.sql`
      insert into notifications (user_id, kind, title, body, href, dedupe_key, created_at, pool_id, person_id, read_at)
      select ${fan.id}, kinds.kind, kinds.title, kinds.body, ${pool.canonicalPath}, 'test:' || n, now() - n * interval '3 hours', ${pool.id},
        case when kinds.kind in ('update_posted', 'comment_answered') then (${others.map(({ id }) => id)}::uuid[])[1 + n % 3] end,
        case when n > 40 then now() end
      from generate_series(1, 500) n
      join (values
        (0, 'goal_met_fan', 'A pool you back met its goal', '“A live album from the lighthouse” reached $52 of $50 with 3 fans. We asked the creator to answer by Dec 12, 2026.'),
        (1, 'update_posted', 'Someone posted an update', 'About “A live album from the lighthouse”: “The microphones are in the lantern room.”'),
        (2, 'comment_answered', 'Someone replied to you', 'On “A live album from the lighthouse”. “I would love to hear the foghorn on it, too.”'),
        (3, 'receipt', 'Receipt for your payment', 'You paid $20 for “A live album from the lighthouse”. Your payment is held for this pool until the delivery.')
      ) kinds (place, kind, title, body) on kinds.place = n % 4`;
  });

  it('are listed with pictures, in pages, and by kind', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/notifications');
    await rows(page).first().waitFor();
    expect(await page.locator('.notice-picture img').count()).toBeGreaterThan(20);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'notifications');
    await page.getByRole('link', { name: 'Page 10', exact: true }).click();
    await page.waitForURL('**/notifications?page=10');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(40);
    const kinds = page.getByRole('navigation', { name: 'Notifications by kind' });
    await kinds.getByRole('link', { name: 'Updates' }).click();
    await page.waitForURL('**/notifications?show=updates');
    await expect.poll(() => named(page, 'A pool you back met its goal').count()).toBe(0);
    expect(await named(page, 'Someone posted an update').count()).toBeGreaterThan(40);
    await kinds.getByRole('link', { name: /^Unread/ }).click();
    await page.waitForURL('**/notifications?show=unread');
    await expect.poll(() => named(page, 'Receipt for your payment').count()).toBe(10);
  });

  it('are marked as read one by one, and all at once', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/notifications');
    const { unreadCount } = await fan.client.call(listNotifications);
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
    await expect.poll(() => entry.textContent()).toContain(String(unreadCount));
    await rows(page)
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await rows(page).first().locator('.notice-link:focus').waitFor();
    await expect.poll(async () => (await fan.client.call(listNotifications)).unreadCount).toBe(unreadCount - 1);
    await expect.poll(() => entry.textContent()).toContain(String(unreadCount - 1));
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(async () => (await fan.client.call(listNotifications)).unreadCount).toBe(0);
    await page.getByRole('link', { name: /^Unread/ }).click();
    await waitForText(page, 'You’re all caught up');
  });
});

describe('consecutive notifications of one kind from one source', () => {
  it('are one row that opens, and stay together while they are read', async () => {
    const { site } = stage;
    for (const content of ['Day one in the studio.', 'Day two: the drums.', 'Day three: the choir.']) {
      await creator.client.call(postUpdate, {
        params: { id: pool.id },
        body: { content, audience: 'everyone', imageIds: [], requestKey: content },
      });
      await site.app.settle();
    }
    const { notifications } = await fan.client.call(listNotifications);
    const name = notifications[0]?.person?.name;
    expect(notifications[0]).toMatchObject({ kind: 'update_posted', pool: { id: pool.id, title: pool.title } });
    const page = await stage.window({ as: fan });
    await goTo(page, '/notifications');
    const group = page.getByRole('button', { name: `3 updates from ${name}`, exact: true });
    expect(await page.getByText('Day one in the studio.').count()).toBe(0);
    await group.click();
    await page.getByText(/Day one in the studio/).waitFor();
    await photographAll(page, 'notifications-group');
    const members = page.locator('.notice-members');
    await members
      .getByRole('button', { name: /^Mark as read/ })
      .nth(1)
      .click();
    await expect.poll(async () => (await fan.client.call(listNotifications)).unreadCount).toBe(2);
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    expect(await axe(page)).toEqual([]);
    await members.getByRole('link').first().click();
    await page.waitForURL(/tab=updates/);
    await expect.poll(async () => (await fan.client.call(listNotifications)).unreadCount).toBe(1);
  });
});

describe('a payment that is due', () => {
  it('is above the notifications until it is paid', async () => {
    const { site } = stage;
    const owner = await site.member('anna');
    const { pool: due } = await site.funded(owner, creator, [
      { who: fan, cents: 20_00, card: cards.insufficient },
      { who: owner, cents: 40_00 },
    ]);
    const page = await stage.window({ as: fan });
    await goTo(page, '/notifications');
    const required = page.getByRole('region', { name: 'Payment Required' });
    await required.getByText(due.title).first().waitFor();
    await required.getByText(/^Pay by/).waitFor();
    await required.getByRole('meter').waitFor();
    expect(await required.getByRole('button', { name: /Dismiss/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await required.waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'notifications-due');
    const other = await stage.window({ as: fan });
    await goTo(other, '/notifications');
    await other.getByRole('region', { name: 'Payment Required' }).getByRole('link', { name: 'Pay Now' }).click();
    await other.getByRole('button', { name: 'Pay with another card' }).click();
    await enterCard(other, cards.pays);
    await other.waitForURL('**/payment/success?pledge=*');
    await required.waitFor({ state: 'detached' });
  });
});

it('opens the comments of a pool from a group of comments', async () => {
  const { site } = stage;
  const [owner, ...others] = await Promise.all(['pia', 'quinn', 'rosa'].map((name) => site.member(name)));
  if (!owner) throw new Error('no owner');
  const commented = await site.newPool(owner, creator, { title: 'A song about the tide' });
  for (const who of others) {
    await who.client.call(addComment, {
      params: { id: commented.id },
      body: { content: `Hello from ${who.username}` },
    });
    await site.app.settle();
  }
  const page = await stage.window({ as: owner });
  await goTo(page, '/notifications');
  await page.getByRole('button', { name: '2 comments on “A song about the tide”', exact: true }).click();
  await page
    .getByRole('link', { name: /commented on your pool/ })
    .first()
    .click();
  await page.waitForURL(/tab=comments/);
});
