import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { choose, field, log, messageWith, say } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let pool: Pool;
let direct: string;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  pool = await site.newPool(mara, null, { title: 'A song about the harbour' });
  const { id } = await mara.client.call(openDirectConversation, { body: { otherUserId: theo.id } });
  direct = conversationPath(id);
});

const editField = (page: Page) => page.getByRole('textbox', { name: 'Edited message' });

/** Waits until the message is stored: its sender sees it before. */
const makeOlder = (content: string, minutes: number) =>
  expect
    .poll(
      () => stage.site.sql`
        update messages set created_at = created_at - make_interval(mins => ${minutes}) where content = ${content} returning id`,
    )
    .toHaveLength(1);

async function openPoolChat(page: Page): Promise<void> {
  await goTo(page, pool.canonicalPath);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
}

const places = [
  { name: 'a direct conversation', width: 1440, height: 900, open: (page: Page) => goTo(page, direct) },
  { name: 'a direct conversation', width: 390, height: 844, phone: true, open: (page: Page) => goTo(page, direct) },
  { name: 'a pool’s chat', width: 1440, height: 900, open: openPoolChat },
  { name: 'a pool’s chat', width: 390, height: 844, phone: true, open: openPoolChat },
];

describe.each(places)('a message in $name, $width px', ({ open, name, ...size }) => {
  it('can be edited by its sender, and changes in the other window', async () => {
    const hers = await stage.window({ as: mara, ...size });
    const his = await stage.window({ as: theo, ...size });
    await Promise.all([open(hers), open(his)]);
    const typo = `See you in teh harbour at ${size.width}`;
    await say(hers, typo);
    await messageWith(his, typo).waitFor();
    // A draft survives the edit.
    await field(hers).fill('A draft');
    await choose(hers, typo, 'Edit');
    await expect.poll(() => editField(hers).inputValue()).toBe(typo);
    expect(await editField(hers).evaluate((area) => area === document.activeElement)).toBe(true);
    if (name !== 'a pool’s chat') await photographAll(hers, `edit-${size.width}`);
    await hers.setViewportSize(size);
    expect(await axe(hers)).toEqual([]);
    const corrected = `See you in the harbour at ${size.width}`;
    await editField(hers).fill(corrected);
    await editField(hers).press('Enter');
    for (const page of [hers, his]) {
      await messageWith(page, corrected).getByText('(edited)').waitFor();
      expect(await messageWith(page, typo).count()).toBe(0);
    }
    await expect.poll(() => field(hers).inputValue()).toBe('A draft');
    if (name !== 'a pool’s chat') await photographAll(his, `edited-${size.width}`);
  });
});

it('offers no edit after 15 minutes, and for messages of others', async () => {
  const hers = await stage.window({ as: mara });
  await goTo(hers, direct);
  await say(hers, 'An old message');
  await makeOlder('An old message', 16);
  await hers.reload();
  await messageWith(hers, 'An old message').hover();
  await messageWith(hers, 'An old message')
    .getByRole('button', { name: /^More about/ })
    .click();
  await hers.getByRole('menuitem', { name: 'Copy text' }).waitFor();
  expect(await hers.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
  const his = await stage.window({ as: theo });
  await goTo(his, direct);
  await messageWith(his, 'An old message').hover();
  await messageWith(his, 'An old message')
    .getByRole('button', { name: /^More about/ })
    .click();
  await his.getByRole('menuitem', { name: 'Report' }).waitFor();
  expect(await his.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
});

it('keeps the text of an edit that the server refuses, with the reason', async () => {
  stage.allow(/409 \(Conflict\)/);
  const hers = await stage.window({ as: mara });
  await goTo(hers, direct);
  await say(hers, 'Nearly too old');
  await choose(hers, 'Nearly too old', 'Edit');
  await editField(hers).fill('Changed too late');
  await makeOlder('Nearly too old', 15);
  await editField(hers).press('Enter');
  await hers.getByText('You can edit a message only for 15 minutes after you send it.').waitFor();
  expect(await editField(hers).inputValue()).toBe('Changed too late');
  await editField(hers).press('Escape');
  await messageWith(hers, 'Nearly too old').waitFor();
  await field(hers).waitFor();
});

it('keeps the text of an edit while the person edits another message, replies or leaves the page', async () => {
  const [hers, his] = [await stage.window({ as: mara }), await stage.window({ as: theo })];
  await Promise.all([goTo(hers, direct), goTo(his, direct)]);
  await say(his, 'Which boat?');
  await say(hers, 'The first boat');
  await say(hers, 'The second boat');
  const hasFocus = (area: HTMLElement) => area === document.activeElement;
  await choose(hers, 'The first boat', 'Edit');
  await editField(hers).fill('The first boat in the morning');
  await hers.getByRole('button', { name: 'Skip to message field' }).press('Enter');
  expect(await editField(hers).evaluate(hasFocus)).toBe(true);
  await choose(hers, 'The second boat', 'Edit');
  await expect.poll(() => editField(hers).inputValue()).toBe('The second boat');
  // A reply ends the edit.
  await messageWith(hers, 'Which boat?').hover();
  await messageWith(hers, 'Which boat?').getByRole('button', { name: 'Reply' }).click();
  await hers.getByText('Replying to').waitFor();
  expect(await editField(hers).count()).toBe(0);
  await expect.poll(() => field(hers).evaluate(hasFocus)).toBe(true);
  await hers.reload();
  await choose(hers, 'The first boat', 'Edit');
  await expect.poll(() => editField(hers).inputValue()).toBe('The first boat in the morning');
  await editField(hers).press('Escape');
  await choose(hers, 'The first boat', 'Edit');
  await expect.poll(() => editField(hers).inputValue()).toBe('The first boat');
});
