import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { addComment } from '#contract/comments.ts';
import { listNotifications } from '#contract/notifications.ts';
import { runWaiting } from '#testing/app.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { openPushService } from '#testing/servers/push-service.ts';
import { choose, messageWith, say } from './chat-window.ts';
import { setStage } from './stage.ts';

const service = await openPushService();
const stage = setStage({ env: { PUSH_ALLOW: service.host } });

let mara: Member;
let theo: Member;

beforeAll(async () => {
  [mara, theo] = await Promise.all([stage.site.member('mara'), stage.site.member('theo')]);
});
afterAll(() => service.close());

const unreadBecomes = (page: Page, unreadCount: number) =>
  expect
    .poll(async () => (await page.request.get('/api/notifications')).json(), { timeout: 15_000, interval: 300 })
    .toMatchObject({ unreadCount });

/** Replaces the browser’s push service with the test's, because Chromium's is on the internet. Keeps the state in localStorage. */
async function withPush(page: Page, permission: 'granted' | 'denied' | 'default') {
  const browser = service.browser();
  await page.addInitScript(
    ({ subscription, answer }) => {
      const made = {
        ...subscription,
        toJSON: () => ({ ...subscription, expirationTime: null }),
        unsubscribe: async () => {
          localStorage.removeItem('subscribed');
          return true;
        },
      };
      const now = async () => (localStorage.getItem('subscribed') ? made : null);
      Object.assign(PushManager.prototype, {
        getSubscription: now,
        subscribe: async () => {
          localStorage.setItem('subscribed', 'yes');
          return made;
        },
      });
      Object.defineProperty(Notification, 'permission', {
        get: () => (answer === 'default' && !localStorage.getItem('asked') ? 'default' : 'granted'),
      });
      if (answer === 'denied') Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      Notification.requestPermission = async () => {
        localStorage.setItem('asked', 'yes');
        return 'granted';
      };
    },
    { subscription: browser.subscription, answer: permission },
  );
  return browser;
}

describe('notifications on this device', () => {
  it('can be turned on, tested and turned off, and deliver a message', async () => {
    const page = await stage.window({ as: mara, worker: true });
    const browser = await withPush(page, 'default');
    await goTo(page, '/settings#notifications');
    const device = page.getByRole('switch', { name: 'Notifications on this device' });
    await device.click();
    await waitForText(page, /until you sign out on it/);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await waitForText(page, 'It should appear on this device within seconds.');
    expect(browser.read()).toMatchObject([{ title: 'Notifications are on', href: '/settings#notifications' }]);
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await waitForText(page, /until you sign out on it/);
    expect(await device.isChecked()).toBe(true);

    const { id } = await theo.client.call(openDirectConversation, { body: { otherUserId: mara.id } });
    const his = await stage.window({ as: theo });
    await goTo(his, `/messages/${id}`);
    await say(his, 'Are you coming?');
    await expect
      .poll(() => browser.read().at(-1), { timeout: 15_000 })
      .toMatchObject({
        body: 'Are you coming?',
        href: `/messages/${id}`,
      });
    // The service worker posts this message to an open page.
    await page.evaluate(() => {
      const pushed = { title: 'Your payment is due', body: 'By Friday', href: '/notifications' };
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { pushed } }));
    });
    await waitForText(page, 'Your payment is due');
    await device.click();
    await waitForText(page, /even when this site isn’t open/);
    expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
  });

  it('show a message if the browser blocks them', async () => {
    const page = await stage.window({ as: mara, worker: true });
    await withPush(page, 'denied');
    await goTo(page, '/settings#notifications');
    await waitForText(page, /Your browser blocks notifications from this site/);
    expect(await page.getByRole('switch', { name: 'Notifications on this device' }).isDisabled()).toBe(true);
  });
});

describe('a mention in a chat', () => {
  it('notifies a person who is away, links to the message, and does not notify a person in the room', async () => {
    const his = await stage.window({ as: theo });
    await goTo(his, '/browse-tip-pools?categories=Music#chat');
    await say(his, `Where is @${mara.username}?`);
    const hers = await stage.window({ as: mara });
    await unreadBecomes(hers, 1);
    await goTo(hers, '/notifications');
    await hers.getByRole('link', { name: new RegExp(`${theo.username} mentioned you`) }).click();
    await messageWith(hers, `Where is @${mara.username}?`).waitFor();
    expect(await hers.getByLabel('Chat category').inputValue()).toBe('Music');
    await unreadBecomes(hers, 0);

    const nora = await stage.site.member('nora');
    // An empty room has no read position yet.
    for (const page of [his, hers]) {
      await page.getByLabel('Chat category').selectOption('Art');
      await waitForText(page, 'No messages yet');
    }
    const seen = hers.waitForResponse((response) => response.url().endsWith('/api/rooms/Art/read') && response.ok());
    await say(his, `There you are, @${mara.username}. And @${nora.username}?`);
    await seen;
    await runWaiting(stage.site.app, 'notify.message');
    expect((await nora.client.call(listNotifications)).notifications).toMatchObject([{ read: false }]);
    const { notifications, unreadCount } = await mara.client.call(listNotifications);
    expect(notifications.map(({ body }) => body)).toEqual([expect.stringContaining('Where is')]);
    expect(unreadCount).toBe(0);
  });
});

describe('an admin', () => {
  it('sets slow mode in a room, mutes a member, and lifts the mute', async () => {
    const his = await stage.window({ as: theo });
    await goTo(his, '/browse-tip-pools?categories=Gaming#chat');
    await say(his, 'Buy my pills');
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/browse-tip-pools?categories=Gaming#chat');
    await choose(page, 'Buy my pills', `Mute @${theo.username}…`);
    await page.getByLabel('Reason').fill('Advertising');
    await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
    await waitForText(page, 'They can still read this chat');
    await goTo(page, '/admin/chat');
    await page.getByRole('link', { name: 'Gaming' }).click();
    const room = page.getByRole('region', { name: 'Room: Gaming' });
    await room.getByText('Advertising').waitFor();
    await room.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Limit').selectOption('One message every 30 seconds');
    await page.getByLabel('Reason').fill('It is hot in there');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await room.getByText('One message every 30 seconds').filter({ visible: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await room.getByRole('button', { name: `Unmute @${theo.username}` }).click();
    await page.getByRole('button', { name: 'Unmute', exact: true }).click();
    await room.getByText('No one').waitFor();
  });

  it('sets blocked words and deletes a reported message', async () => {
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/admin/chat');
    await page.getByLabel('Blocked words').fill('casino*');
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByLabel('Reason').fill('Advertising');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await waitForText(page, '1 word in the filter.');
    const his = await stage.window({ as: theo });
    await goTo(his, '/browse-tip-pools?categories=Dance#chat');
    await say(his, 'You all dance like bricks');
    const hers = await stage.window({ as: mara });
    await goTo(hers, '/browse-tip-pools?categories=Dance#chat');
    await choose(hers, 'bricks', 'Report');
    await hers.getByRole('dialog').getByRole('radio').last().check();
    await hers.getByRole('dialog').getByRole('textbox').fill('Rude');
    await hers.getByRole('button', { name: 'Send report' }).click();
    await waitForText(hers, 'Report sent');
    await goTo(page, '/admin/chat');
    await page.getByRole('link', { name: '1 message report to review' }).click();
    await page.getByRole('link', { name: /Chat message by @theo/ }).click();
    await page.getByRole('button', { name: 'Uphold…' }).click();
    await page.getByLabel('Note').fill('Rude indeed');
    await page.getByRole('button', { name: 'Uphold and remove the message' }).click();
    await waitForText(page, 'The message was removed.');
    await messageWith(his, 'bricks').waitFor({ state: 'detached' });
  });
});

describe('a notice that is stored after the page is rendered and before its socket connects', () => {
  it('is counted as soon as the socket connects', async () => {
    const { site } = stage;
    const page = await stage.window({ as: mara });
    const pool = await site.newPool(mara, null, { title: 'A late reply' });
    const { id: parentId } = await mara.client.call(addComment, {
      params: { id: pool.id },
      body: { content: 'Anyone?' },
    });
    const connected = Promise.withResolvers<void>();
    // The socket waits until the reply is stored.
    await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
      await connected.promise;
      socket.connectToServer();
    });
    await goTo(page, '/');
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
    const before = await entry.textContent();
    await theo.client.call(addComment, { params: { id: pool.id }, body: { content: 'Me', parentId } });
    await site.app.settle();
    expect(await entry.textContent()).toBe(before);
    connected.resolve();
    await expect.poll(() => entry.textContent()).not.toBe(before);
  });
});
