import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { muteInRoom } from '#contract/admin/chat-moderation.ts';
import { userPath } from '#contract/paths.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { field, log, messageWith, say } from './chat-window.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;

beforeAll(async () => {
  [mara, theo] = await Promise.all([stage.site.member('mara'), stage.site.member('theo')]);
});

const handle = (page: Page) => page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true });

async function hasFocus(where: ReturnType<typeof field>): Promise<void> {
  await expect.poll(() => where.evaluate((element) => element === document.activeElement)).toBe(true);
}

describe('the chat by keyboard', () => {
  it('focuses the message field when it opens, and restores the focus when it closes', async () => {
    const page = await stage.window({ as: mara });
    await goTo(page, '/browse-tip-pools');
    await handle(page).press('Enter');
    await hasFocus(field(page));
    await say(page, 'By keyboard');
    await messageWith(page, 'By keyboard').getByText('0m ago').waitFor();
    await page.getByRole('button', { name: 'Close chat' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await hasFocus(field(page));
    await page.keyboard.press('Escape');
    await hasFocus(handle(page));

    await page.keyboard.press('Enter');
    await hasFocus(field(page));
    const params = { roomId: 'Comedy' };
    await stage.site.admin.client.call(muteInRoom, { params, body: { userId: mara.id, reason: 'a test' } });
    await waitForText(page, 'An admin has muted you in this chat. You can still read it.');
    await hasFocus(log(page));
  });

  it('does not open the on-screen keyboard of a touch screen', async () => {
    const page = await stage.window({ as: theo, width: 390, phone: true });
    await goTo(page, '/browse-tip-pools');
    await handle(page).click();
    await field(page).waitFor();
    await hasFocus(page.getByRole('complementary', { name: 'Chat' }));
  });

  it('focuses the message field of a conversation opened from the list or as a new one', async () => {
    const page = await stage.window({ as: mara });
    await goTo(page, userPath(theo.username));
    await page.getByRole('button', { name: 'Message', exact: true }).press('Enter');
    await page.waitForURL('**/messages/*');
    await hasFocus(field(page));
    await goTo(page, '/messages');
    const rows = page.getByRole('region', { name: 'Conversations' });
    await rows.getByRole('link', { name: new RegExp(theo.username) }).press('Enter');
    await hasFocus(field(page));
    await goTo(page, '/messages');
    await rows.getByRole('button', { name: 'New message' }).press('Enter');
    await page.getByLabel('Search users by name').waitFor();
    await page.keyboard.type(theo.username.slice(0, 8));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(theo.username) })
      .press('Enter');
    await page.waitForURL('**/messages/*');
    await hasFocus(field(page));
  });
});
