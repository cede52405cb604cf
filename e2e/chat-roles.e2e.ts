import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { markupFaults } from '#testing/markup.ts';
import { log, messageWith, say, toast } from './chat-window.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let mara: Member;
let theo: Member;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  pool = await site.newPool(mara, await site.creator(), { title: 'A song about the harbour' });
});

async function openChat(page: Page): Promise<void> {
  await goTo(page, pool.canonicalPath);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
}

const reaction = (message: Locator) => message.getByRole('button', { name: 'Add a reaction' });
const answer = (message: Locator) => message.getByRole('button', { name: `Reply to ${mara.username}` });

async function openMenu(page: Page, message: Locator): Promise<string[]> {
  await message.hover();
  await message.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menu').waitFor();
  return page.getByRole('menuitem').allInnerTexts();
}

describe('a message', () => {
  it('lets members reply and react, and shows guests both disabled with the reason', async () => {
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    await say(hers, 'Who sails tonight?');
    const his = await stage.window({ as: theo });
    await openChat(his);
    const heard = messageWith(his, 'Who sails tonight?');
    await heard.hover();
    expect([await reaction(heard).isEnabled(), await answer(heard).isEnabled()]).toEqual([true, true]);
    await reaction(heard).click();
    await his.getByRole('group', { name: 'Reactions' }).waitFor();
    expect(await markupFaults(await his.content())).toEqual([]);
    await his.getByRole('button', { name: 'React with heart' }).click();

    const guest = await stage.window();
    await openChat(guest);
    const seen = messageWith(guest, 'Who sails tonight?');
    await seen.hover();
    for (const [button, why] of [
      [reaction(seen), 'Sign in to react'],
      [answer(seen), 'Sign in to reply'],
      [seen.getByRole('button', { name: 'heart, 1' }), 'Sign in to react'],
    ] as const) {
      expect([await button.isVisible(), await button.isDisabled(), await button.getAttribute('title')], why).toEqual([
        true,
        true,
        why,
      ]);
    }
    expect(await openMenu(guest, seen)).toEqual(['Reply (sign in to reply)', 'Copy text']);
    expect(await guest.getByRole('menuitem', { name: /^Reply/ }).getAttribute('aria-disabled')).toBe('true');
    await guest.keyboard.press('Escape');
    expect(await axe(guest)).toEqual([]);
    expect(await markupFaults(await guest.content())).toEqual([]);
  });

  it('can be deleted by its sender and, with a reason, by an admin, but not by others', async () => {
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    await say(hers, 'Buy my boat');
    expect(await openMenu(hers, messageWith(hers, 'Buy my boat'))).toEqual([
      'Edit',
      'Copy text',
      'Post to comments',
      'Delete',
    ]);
    const his = await stage.window({ as: theo });
    await openChat(his);
    expect(await openMenu(his, messageWith(his, 'Buy my boat'))).toEqual([
      'Reply',
      'Copy text',
      'Report',
      `Block @${mara.username}`,
    ]);

    const admin = await stage.window({ as: stage.site.admin });
    await openChat(admin);
    const items = await openMenu(admin, messageWith(admin, 'Buy my boat'));
    expect(items.filter((item) => item.startsWith('Delete'))).toEqual(['Delete as an admin']);
    await admin.getByRole('menuitem', { name: 'Delete as an admin' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Delete this message?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitForText(admin, 'Reason is required');
    await dialog.getByLabel('Reason').fill('An advertisement');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await messageWith(hers, 'Buy my boat').waitFor({ state: 'detached' });
    await messageWith(his, 'Buy my boat').waitFor({ state: 'detached' });
    const trail = await stage.site.sql`select reason from audit_log where reason = 'An advertisement'`;
    expect(trail).toHaveLength(1);
  });

  it('leaves the chats that a tab keeps when its sender is blocked on their profile, and returns with the end of the block', async () => {
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    const his = await stage.window({ as: theo });
    await openChat(his);
    // Otherwise her next message continues her last one, without her name.
    await say(his, 'Ahoy');
    await messageWith(hers, 'Ahoy').waitFor();
    await say(hers, 'Anchors aweigh');
    await messageWith(his, 'Anchors aweigh').waitFor();
    await say(his, 'Aye');
    const openProfileMenu = () => his.getByRole('button', { name: `More about @${mara.username}` }).click();
    await messageWith(his, 'Anchors aweigh').getByRole('link').first().click();
    await openProfileMenu();
    await his.getByRole('menuitem', { name: 'Block' }).click();
    await his.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await toast(his, `@${mara.username} is blocked`).waitFor();
    await his.goBack();
    await messageWith(his, 'Aye').waitFor();
    expect(await messageWith(his, 'Anchors aweigh').count()).toBe(0);
    await his.goForward();
    await openProfileMenu();
    await his.getByRole('menuitem', { name: 'Unblock' }).click();
    await toast(his, `@${mara.username} is no longer blocked`).waitFor();
    await his.goBack();
    await messageWith(his, 'Anchors aweigh').waitFor();
  });
});
