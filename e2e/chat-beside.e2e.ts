import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteMessage, openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { togglePrivateReaction } from '#contract/chat/reactions.ts';
import { limits, type ReactionEmoji } from '#contract/limits.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { field, log, messageWith, say, toast } from './chat-window.ts';
import { signIn } from './people.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  pool = await site.newPool(mara, null, { title: 'A song about the harbour' });
  for (const { client } of [mara, theo]) await client.call(openPoolConversation, { body: { poolId: pool.id } });
});

async function openChat(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
}

describe('a message in a pool conversation of a member', () => {
  it('shows the same toast as a direct message, except where that chat is open', async () => {
    const elsewhere = await stage.window({ as: theo });
    await goTo(elsewhere, '/creators');
    const reading = await stage.window({ as: theo });
    await openChat(reading, pool.canonicalPath);
    const hers = await stage.window({ as: mara });
    await openChat(hers, pool.canonicalPath);
    await say(hers, 'The accordion has arrived, and it is rather larger than we all thought');
    await toast(elsewhere, `New message from ${mara.username}`).waitFor();
    await toast(elsewhere, 'The accordion has arrived, and it is rather larger…').waitFor();
    await messageWith(reading, 'The accordion has arrived').waitFor();
    for (const page of [reading, hers]) expect(await toast(page, 'New message from').count()).toBe(0);
    await elsewhere.getByRole('button', { name: 'Open', exact: true }).click();
    await elsewhere.waitForURL('**/messages/*');
    await messageWith(elsewhere, 'The accordion has arrived').waitFor();
    // The conversation is open now.
    await toast(elsewhere, 'New message from').waitFor({ state: 'detached' });
    await say(hers, 'It is blue');
    await messageWith(elsewhere, 'It is blue').waitFor();
    expect(await toast(elsewhere, 'New message from').count()).toBe(0);
  });
});

describe('a direct message', () => {
  it('is counted if it arrives before the chat has connected; messages of pool chats are not', async () => {
    const nora = await stage.site.member('nora');
    await nora.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const { id } = await theo.client.call(openDirectConversation, { body: { otherUserId: nora.id } });
    const hers = await stage.window({ as: nora });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await hers.route('**/assets/watch-chat*', async (route) => {
      await released;
      await route.continue();
    });
    await goTo(hers, '/messages');
    const conversations = hers.getByRole('region', { name: 'Conversations' });
    await conversations.getByText(pool.title).waitFor();
    const his = await stage.window({ as: theo });
    await goTo(his, `/messages/${id}`);
    await say(his, 'Are you there?');
    release();
    await conversations.getByText('Are you there?').waitFor();
    await hers.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages 1 unread' }).waitFor();
    const asked: string[] = [];
    hers.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openChat(his, pool.canonicalPath);
    const listed = hers.waitForResponse((response) => new URL(response.url()).pathname === '/api/conversations');
    await say(his, 'Is it finished?');
    await conversations.getByText('Is it finished?').waitFor();
    // A read of the unread counts would start together with this one.
    await listed;
    expect(asked).not.toContain('/api/conversations/unread');
  });
});

describe('a reaction from another device of the person', () => {
  it('appears at once, and on the return to a chat that the person has left', async () => {
    const { id } = await theo.client.call(openDirectConversation, { body: { otherUserId: mara.id } });
    const his = await stage.window({ as: theo });
    await goTo(his, `/messages/${id}`);
    await say(his, 'It rains');
    const hers = await stage.window({ as: mara });
    await goTo(hers, `/messages/${id}`);
    await say(hers, 'Here, too');
    const [message] = await stage.site.sql<[{ id: string }]>`select id from messages where content = 'It rains'`;
    const react = (emoji: ReactionEmoji) =>
      mara.client.call(togglePrivateReaction, { params: { id: message.id }, body: { emoji } });
    const shown = (name: string) => messageWith(hers, 'It rains').getByRole('button', { name }).waitFor();
    await react('❤️');
    await shown('heart, 1');
    await hers.getByRole('link', { name: 'Creators' }).first().click();
    await hers.waitForURL('**/creators');
    await react('😂');
    await hers.goBack();
    await shown('laughing, 1');
    await shown('heart, 1');
  });
});

describe('the list of conversations', () => {
  const rows = (page: Page) => page.locator('.conversation-row b').allInnerTexts();

  it('moves a conversation back when its last message is deleted, live and after a reload', async () => {
    const { site } = stage;
    const noa = await site.member('noa');
    const [ada, bo] = [await site.member('ada'), await site.member('bo')];
    const list = await stage.window({ as: noa });
    for (const [other, text] of [
      [ada, 'Hello from the harbour'],
      [bo, 'Hello from the hills'],
    ] as const) {
      const { id } = await noa.client.call(openDirectConversation, { body: { otherUserId: other.id } });
      const page = await stage.window({ as: noa });
      await goTo(page, `/messages/${id}`);
      await say(page, text);
      await messageWith(page, text).getByText('0m ago').waitFor();
    }
    await goTo(list, '/messages');
    expect(await rows(list)).toEqual([bo.username, ada.username]);
    const { id } = await ada.client.call(openDirectConversation, { body: { otherUserId: noa.id } });
    const adas = await stage.window({ as: ada });
    await goTo(adas, `/messages/${id}`);
    await say(adas, 'One more thing');
    await expect.poll(() => rows(list)).toEqual([ada.username, bo.username]);
    const [last] = await site.sql<{ id: string }[]>`select id from messages where content = 'One more thing'`;
    await ada.client.call(deleteMessage, { params: { id: last?.id ?? '' } });
    await expect.poll(() => rows(list)).toEqual([bo.username, ada.username]);
    await waitForText(list, 'You: Hello from the harbour');
    await list.reload();
    await expect.poll(() => rows(list)).toEqual([bo.username, ada.username]);
  });
});

describe('a guest in the chat', () => {
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

  it('is told that the chat is not live, and gets new messages every 15 seconds while the tab is visible', async () => {
    const page = await stage.window();
    await page.clock.install();
    await openChat(page, pool.canonicalPath);
    await waitForText(page, 'Sign in to participate in the chat');
    await waitForText(page, 'This chat isn’t live for guests. While you read, new messages show up every 15 seconds.');
    const asked = reads(page);
    const hers = await stage.window({ as: mara });
    await openChat(hers, pool.canonicalPath);
    await say(hers, 'Guests read this a little later');
    await messageWith(hers, 'Guests read this').getByText('0m ago').waitFor();
    expect(await messageWith(page, 'Guests read this').count()).toBe(0);
    await page.clock.fastForward(limits.chat.guestPollMs);
    await messageWith(page, 'Guests read this').waitFor();
    expect(asked()).toBe(1);
    await show(page, true);
    await say(hers, 'The tab is hidden now');
    await messageWith(hers, 'The tab is hidden now').getByText('0m ago').waitFor();
    for (let polls = 0; polls < 3; polls += 1) await page.clock.fastForward(limits.chat.guestPollMs);
    expect(asked()).toBe(1);
    await show(page, false);
    await messageWith(page, 'The tab is hidden now').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('returns to the same page after signing in, with the chat open and live', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await openChat(page, pool.canonicalPath);
    await page.getByRole('complementary', { name: 'Chat' }).getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth?**');
    await signIn(page, theo.email);
    await page.waitForURL(`**${pool.canonicalPath}#chat`);
    await field(page).waitFor();
    await say(page, 'Here I am again');
    expect(await page.getByText('This chat isn’t live for guests').count()).toBe(0);
  });
});

describe('a mention by display name', () => {
  it('is highlighted for a person who never wrote in the room and for one chosen from the list', async () => {
    const lena = await stage.site.member('lena');
    await lena.client.call(updateProfile, { body: { displayName: 'Lena Park' } });
    const page = await stage.window({ as: mara });
    await openChat(page, '/browse-tip-pools');
    await say(page, 'Is @lena park there?');
    const mention = (text: string) => messageWith(page, text).locator('.chat-mention');
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
      .poll(async () => (await stage.site.noticesOf(lena)).map(({ kind }) => kind))
      .toEqual(['chat_mention', 'chat_mention']);
  });
});

describe('a sign-in as another person', () => {
  it('turns the other tabs into tabs of that person, with and without notice from the page that signs in', async () => {
    const [lea, kim] = await Promise.all([stage.site.member('lea'), stage.site.member('kim')]);
    // This page does not learn that Lea signs in.
    const there = await stage.window();
    await goTo(there, '/auth');
    const signInUnseen = async ({ email }: Member) => {
      const { origin } = new URL(there.url());
      const answer = await there.request.post('/api/login', { data: { email, password }, headers: { origin } });
      expect(answer.status()).toBe(200);
    };
    await signInUnseen(lea);
    const here = await there.context().newPage();
    const belongsTo = ({ username }: Member) =>
      here.getByRole('navigation', { name: 'Main' }).getByText(`@${username}`).waitFor();
    await openChat(here, '/browse-tip-pools');
    await say(here, 'I am Lea');
    await belongsTo(lea);
    await there.getByLabel('Email', { exact: true }).fill(kim.email);
    await there.getByLabel('Password', { exact: true }).fill(password);
    await there.getByRole('button', { name: 'Sign In', exact: true }).click();
    await belongsTo(kim);
    await openChat(here, '/browse-tip-pools');
    await say(here, 'I am Kim');
    // The server ends Kim's session, and the chat of this tab connects again as Lea.
    await signInUnseen(lea);
    await belongsTo(lea);
  });
});
