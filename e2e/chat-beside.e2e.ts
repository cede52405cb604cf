import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteMessage, openDirectConversation, openPoolConversation } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
import type { Pool } from '#contract/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { axe, goTo, sees } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/town.ts';
import { field, log, said, say, toastSays } from './chat-window.ts';
import { signInByHand } from './people.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let pool: Pool;

beforeAll(async () => {
  const { town } = stage;
  [mara, theo] = await Promise.all([town.member('mara'), town.member('theo')]);
  pool = await town.newPool(mara, null, { title: 'A song about the harbour' });
  for (const { client } of [mara, theo]) await client.call(openPoolConversation, { body: { poolId: pool.id } });
});

async function openChat(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
}

describe('a message in a pool conversation on my list', () => {
  it('shows the same toast as a direct message, and none where that chat is open', async () => {
    const elsewhere = await stage.window({ as: theo });
    await goTo(elsewhere, '/creators');
    const reading = await stage.window({ as: theo });
    await openChat(reading, pool.canonicalPath);
    const hers = await stage.window({ as: mara });
    await openChat(hers, pool.canonicalPath);
    await say(hers, 'The accordion has arrived, and it is rather larger than we all thought');
    await toastSays(elsewhere, `New message from ${mara.username}`).waitFor();
    await toastSays(elsewhere, 'The accordion has arrived, and it is rather larger…').waitFor();
    await said(reading, 'The accordion has arrived').waitFor();
    for (const page of [reading, hers]) expect(await toastSays(page, 'New message from').count()).toBe(0);
    await elsewhere.getByRole('button', { name: 'Open', exact: true }).click();
    await elsewhere.waitForURL('**/messages/*');
    await said(elsewhere, 'The accordion has arrived').waitFor();
    // The conversation is on the screen now.
    await toastSays(elsewhere, 'New message from').waitFor({ state: 'detached' });
    await say(hers, 'It is blue');
    await said(elsewhere, 'It is blue').waitFor();
    expect(await toastSays(elsewhere, 'New message from').count()).toBe(0);
  });
});

describe('the list of conversations', () => {
  const rows = (page: Page) => page.locator('.talk-row b').allInnerTexts();

  it('puts a conversation back in its place when its last message is deleted, live and on reload', async () => {
    const { town } = stage;
    const noa = await town.member('noa');
    const [ada, bo] = [await town.member('ada'), await town.member('bo')];
    const list = await stage.window({ as: noa });
    for (const [other, text] of [
      [ada, 'Hello from the harbour'],
      [bo, 'Hello from the hills'],
    ] as const) {
      const { id } = await noa.client.call(openDirectConversation, { body: { otherUserId: other.id } });
      const page = await stage.window({ as: noa });
      await goTo(page, `/messages/${id}`);
      await say(page, text);
      await said(page, text).getByText('just now').waitFor();
    }
    await goTo(list, '/messages');
    expect(await rows(list)).toEqual([bo.username, ada.username]);
    const { id } = await ada.client.call(openDirectConversation, { body: { otherUserId: noa.id } });
    const adas = await stage.window({ as: ada });
    await goTo(adas, `/messages/${id}`);
    await say(adas, 'One more thing');
    await expect.poll(() => rows(list)).toEqual([ada.username, bo.username]);
    const [last] = await town.sql<{ id: string }[]>`select id from messages where content = 'One more thing'`;
    await ada.client.call(deleteMessage, { params: { id: last?.id ?? '' } });
    await expect.poll(() => rows(list)).toEqual([bo.username, ada.username]);
    await sees(list, 'You: Hello from the harbour');
    await list.reload();
    await expect.poll(() => rows(list)).toEqual([bo.username, ada.username]);
  });
});

describe('a guest beside a live chat', () => {
  const reads = (page: Page) => {
    let count = 0;
    page.on('request', (request) => {
      if (/\/api\/pools\/[^/]+\/messages\?/.test(request.url())) count += 1;
    });
    return () => count;
  };
  const show = (page: Page, hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  it('reads that it is not live, gets new messages every 15 seconds only while the tab can be seen', async () => {
    const page = await stage.window();
    await page.clock.install();
    await openChat(page, pool.canonicalPath);
    await sees(page, 'Sign in to participate in the chat');
    await sees(page, 'This chat isn’t live for guests. While you read, new messages show up every 15 seconds.');
    const asked = reads(page);
    const hers = await stage.window({ as: mara });
    await openChat(hers, pool.canonicalPath);
    await say(hers, 'Guests read this a little later');
    await said(hers, 'Guests read this').getByText('just now').waitFor();
    expect(await said(page, 'Guests read this').count()).toBe(0);
    await page.clock.fastForward(limits.chat.guestPollMs);
    await said(page, 'Guests read this').waitFor();
    expect(asked()).toBe(1);
    await show(page, true);
    await say(hers, 'Nobody looks now');
    await said(hers, 'Nobody looks now').getByText('just now').waitFor();
    for (let polls = 0; polls < 3; polls += 1) await page.clock.fastForward(limits.chat.guestPollMs);
    expect(asked()).toBe(1);
    await show(page, false);
    await said(page, 'Nobody looks now').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('signs in there and comes back to the same page, with the chat open and live', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await openChat(page, pool.canonicalPath);
    await page.getByRole('complementary', { name: 'Chat' }).getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth?**');
    await signInByHand(page, theo.email);
    await page.waitForURL(`**${pool.canonicalPath}#chat`);
    await field(page).waitFor();
    await say(page, 'Here I am again');
    expect(await page.getByText('This chat isn’t live for guests').count()).toBe(0);
  });
});

describe('a mention by display name', () => {
  it('is highlighted for a person who was never there, and a person chosen from the list is, too', async () => {
    const lena = await stage.town.member('lena');
    await lena.client.call(updateProfile, { body: { displayName: 'Lena Park' } });
    const page = await stage.window({ as: mara });
    await openChat(page, '/browse-tip-pools');
    await say(page, 'Is @lena park there?');
    const mention = (text: string) => said(page, text).locator('.chat-mention');
    await expect.poll(() => mention('Is @lena park').allInnerTexts()).toEqual(['@lena park']);
    await field(page).pressSequentially('@Lena Pa');
    await page.getByRole('option', { name: /Lena Park/ }).click();
    await page.keyboard.type('hello there');
    await page.keyboard.press('Enter');
    await expect.poll(() => mention('hello there').allInnerTexts()).toEqual([`@${lena.username}`]);
    await page.reload();
    await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
    await expect.poll(() => mention('Is @lena park').allInnerTexts()).toEqual(['@lena park']);
    await expect
      .poll(async () => (await stage.town.noticesOf(lena)).map(({ kind }) => kind))
      .toEqual(['chat_mention', 'chat_mention']);
  });
});
