import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { fillConversation, log, messageWith, say } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
/** Their conversation. */
let path: string;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
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
    await search.fill('number 93,');
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
