import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Conversation, listConversations, openDirectConversation } from '#contract/chat/chat.ts';
import { conversationPath, userPath } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { fillConversation, log, messageWith, say, toast } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let ida: Member;
let tom: Member;
/** Their conversation. */
let path: string;

beforeAll(async () => {
  const { site } = stage;
  const names = ['mara', 'theo', 'ida', 'tom'];
  [mara, theo, ida, tom] = (await Promise.all(names.map((name) => site.member(name)))) as [
    Member,
    Member,
    Member,
    Member,
  ];
  path = await fillConversation(site, mara, theo, 180);
});

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844, phone: true },
];

const seen = (page: Page) => log(page).getByText('Seen', { exact: true });

describe.each(sizes)('at $width px', (size) => {
  it('shows “Seen” below the last message that the other person has read', async () => {
    const [ada, bo] = await Promise.all([stage.site.member(`ada${size.width}`), stage.site.member(`bo${size.width}`)]);
    const { id } = await ada.client.call(openDirectConversation, { body: { otherUserId: bo.id } });
    const theirs = conversationPath(id);
    const hers = await stage.window({ as: ada, ...size });
    await goTo(hers, theirs);
    await say(hers, 'Have you heard the new song?');
    await hers.waitForTimeout(500);
    expect(await seen(hers).count()).toBe(0);
    const his = await stage.window({ as: bo, ...size });
    await goTo(his, theirs);
    await messageWith(his, 'Have you heard').waitFor();
    await seen(hers).waitFor();
    // He leaves, so her next message is unseen, and the mark stays above it.
    await his.close();
    await say(hers, 'It is about the harbour');
    await hers.waitForTimeout(500);
    expect(await seen(hers).count()).toBe(1);
    const [mark, next] = [await seen(hers).boundingBox(), await messageWith(hers, 'It is about').boundingBox()];
    expect(mark?.y).toBeLessThan(next?.y ?? 0);
    await photographAll(hers, `seen-${size.width}`);
    await hers.setViewportSize(size);
    await hers.reload();
    await seen(hers).waitFor();
    expect(await axe(hers)).toEqual([]);
  });

  it('finds a message far back and shows it in its conversation', async () => {
    const hers = await stage.window({ as: mara, ...size });
    await goTo(hers, '/messages');
    const search = hers.getByRole('searchbox', { name: 'Search messages' });
    const hint = hers.getByText('Type at least 2 characters.');
    await search.fill('n');
    await hint.waitFor();
    await search.fill('number 93,');
    expect(await hint.count()).toBe(0);
    const found = hers.getByRole('region', { name: 'Search results' }).getByRole('link');
    await expect.poll(() => found.count()).toBe(1);
    await search.fill('HARBOUR song');
    await expect.poll(() => found.count()).toBe(20);
    await photographAll(hers, `search-${size.width}`);
    await hers.setViewportSize(size);
    await hers.getByRole('button', { name: 'Show older results' }).click();
    await expect.poll(() => found.count()).toBe(40);
    await search.fill('nothing like this');
    await hers.getByText('No messages found. Try another word.').waitFor();
    await search.fill('number 93,');
    await expect.poll(() => found.count()).toBe(1);
    expect(await axe(hers)).toEqual([]);
    await found.click();
    await hers.waitForURL(`**${path}#chat-*`);
    await messageWith(hers, 'Message number 93,').waitFor();
    await expect
      .poll(() =>
        messageWith(hers, 'Message number 93,').evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  });

  it('suggests people in the dialog for a new message', async () => {
    const hers = await stage.window({ as: mara, ...size });
    await goTo(hers, '/messages');
    await hers.getByRole('button', { name: 'New message' }).click();
    const dialog = hers.getByRole('dialog', { name: 'New message' });
    await dialog.getByRole('heading', { name: 'Suggestions' }).waitFor();
    await photographAll(hers, `suggestions-${size.width}`);
    await hers.setViewportSize(size);
    expect(await axe(hers)).toEqual([]);
    await dialog.getByRole('button', { name: /theo/ }).click();
    await hers.waitForURL('**/messages/*');
    await log(hers).waitFor();
  });
});

describe('direct messages', () => {
  it('start on a profile, show a toast and an unread count, and are marked as read', async () => {
    const hers = await stage.window({ as: ida });
    await goTo(hers, '/creators');
    const his = await stage.window({ as: tom });
    await goTo(his, userPath(ida.username));
    await his.getByRole('button', { name: 'Message', exact: true }).click();
    await his.waitForURL('**/messages/*');
    // The list of conversations says so, too.
    await his.getByRole('log').getByText('No messages yet').waitFor();
    const long = 'This is a message of rather more than fifty characters, all told';
    await say(his, long);
    await toast(hers, `New message from ${tom.username}`).waitFor();
    await toast(hers, `${long.slice(0, 50)}…`).waitFor();
    const entry = hers.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
    await expect.poll(() => entry.textContent()).toContain('1 unread');
    // The badge has its full width, at the end of the line.
    const [line, badge] = await Promise.all([entry.boundingBox(), entry.locator('.count-badge').boundingBox()]);
    expect(badge?.width).toBeGreaterThanOrEqual(22);
    expect((line?.x ?? 0) + (line?.width ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0)).toBeLessThan(14);
    await entry.click();
    const row = hers
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: new RegExp(tom.username) });
    await row.getByText('1 unread').waitFor();
    await row.click();
    await messageWith(hers, long).waitFor();
    await expect.poll(() => entry.textContent()).toBe('Messages');
    await expect.poll(async () => (await ida.client.call(listConversations))[0]?.unreadCount).toBe(0);
    await say(hers, 'So it is');
    await messageWith(his, 'So it is').waitFor();
    expect(await axe(hers)).toEqual([]);
    await hers.reload();
    await messageWith(hers, 'So it is').waitFor();
  });

  it('can be started by searching for a person, and are private', async () => {
    const page = await stage.window({ as: ida, width: 390, phone: true });
    await goTo(page, '/chat');
    await page.getByRole('button', { name: 'New message' }).click();
    await page.getByLabel('Search users by name').waitFor();
    // The search field has the focus.
    await page.keyboard.type(tom.username.slice(0, 8));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(tom.username) })
      .click();
    await page.waitForURL('**/messages/*');
    await page.getByRole('link', { name: 'Back to all conversations' }).click();
    await page.waitForURL('**/messages');
    const stranger = await stage.site.member('stranger');
    const [theirs] = (await ida.client.call(listConversations)) as Conversation[];
    const other = await stage.window({ as: stranger });
    stage.allow(/403/);
    await goTo(other, `/messages/${theirs?.id}`);
    await other.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
    expect(await other.getByText('So it is').count()).toBe(0);
  });
});
