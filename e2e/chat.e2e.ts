import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { muteInRoom, setSlowMode, setWordFilter, unmuteInRoom } from '#contract/admin/chat-moderation.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { listNotifications } from '#contract/notifications.ts';
import { userPath } from '#contract/paths.ts';
import { unblockUser } from '#contract/people.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { openOtherSite } from '#testing/servers/other-site.ts';
import { choose, field, log, messageWith, say, toast } from './chat-window.ts';
import { keepFallbackFonts, scrollThrough, shiftedSoFar } from './layout-shifts.ts';
import { setStage } from './stage.ts';

// cspell:ignore slubber slubberers

const elsewhere = await openOtherSite();
const stage = setStage({ env: { IMAGE_PROXY_ALLOW: elsewhere.host } });

let mara: Member;
let theo: Member;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  pool = await site.newPool(mara, await site.creator(), { title: 'A song about the harbour' });
});

afterAll(() => elsewhere.close());

const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat' });

async function openChat(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
}

describe('the chat of a category', () => {
  it('can be read by visitors, who are asked to sign in', async () => {
    const page = await stage.window();
    await openChat(page, '/browse-tip-pools');
    await waitForText(page, 'No messages yet');
    await waitForText(page, 'Be the first to start the conversation!');
    await waitForText(page, 'Sign in to participate in the chat');
    expect(await page.getByLabel('Chat category').inputValue()).toBe('Comedy');
    await page.getByLabel('Chat category').selectOption('Global');
    await panel(page).getByRole('heading', { name: 'Global Chat' }).waitFor();
    expect((await panel(page).boundingBox())?.width).toBe(320);
    expect(await axe(page)).toEqual([]);
  });

  it('sends messages, typing, replies, reactions, mentions and deletions to the other window', async () => {
    const hers = await stage.window({ as: mara });
    const his = await stage.window({ as: theo });
    await Promise.all([openChat(hers, '/browse-tip-pools'), openChat(his, '/browse-tip-pools')]);
    await say(hers, 'Good morning, all');
    await messageWith(his, 'Good morning, all').getByText('0m ago').waitFor();

    await field(his).pressSequentially('Hel');
    await hers.getByText(`${theo.username} is typing…`).waitFor();
    await field(his).fill('');
    await hers.getByText(`${theo.username} is typing…`).waitFor({ state: 'detached' });

    await messageWith(his, 'Good morning').hover();
    await messageWith(his, 'Good morning')
      .getByRole('button', { name: `Reply to ${mara.username}` })
      .click();
    await waitForText(his, `Replying to ${mara.username}`);
    await his.keyboard.press('Escape');
    await his.getByText('Replying to').waitFor({ state: 'detached' });
    await messageWith(his, 'Good morning')
      .getByRole('button', { name: `Reply to ${mara.username}` })
      .click();
    await say(his, 'And to you');
    await messageWith(his, 'And to you').getByText(`@${mara.username}`).waitFor();
    await hers.getByRole('button', { name: '1 reply' }).click();
    await messageWith(hers, 'And to you').waitFor();

    const adding = messageWith(his, 'Good morning').getByRole('button', { name: 'Add a reaction' });
    await adding.click();
    await his.keyboard.press('Escape');
    await expect.poll(() => adding.evaluate((button) => button === document.activeElement)).toBe(true);
    await adding.click();
    await his.getByRole('button', { name: 'React with heart' }).click();
    await messageWith(hers, 'Good morning').getByRole('button', { name: 'heart, 1' }).waitFor();

    await field(hers).pressSequentially(`@${theo.username.slice(0, 6)}`);
    await hers.getByRole('option', { name: new RegExp(theo.username) }).waitFor();
    await hers.keyboard.press('ArrowDown');
    await hers.keyboard.press('ArrowUp');
    await hers.keyboard.press('Enter');
    await hers.keyboard.type('look');
    await hers.keyboard.press('Enter');
    await messageWith(his, 'look').getByText(`@${theo.username}`, { exact: true }).waitFor();

    await choose(hers, 'Good morning', 'Delete');
    await hers.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(hers, 'The message and its replies were deleted.').waitFor();
    await messageWith(his, 'Good morning').waitFor({ state: 'detached' });
    expect(await messageWith(his, 'And to you').count()).toBe(0);
    await messageWith(his, 'look').waitFor();
  });
});

describe('a room', () => {
  const room = 'Film';
  const enter = async (page: Page) => {
    await openChat(page, '/browse-tip-pools');
    await page.getByLabel('Chat category').selectOption(room);
    await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
  };

  it('keeps refused messages and drafts, and tells a muted member that writing is off', async () => {
    const { client } = stage.site.admin;
    const page = await stage.window({ as: mara });
    await enter(page);
    await client.call(setWordFilter, { body: { blockedWords: ['slubber*'], reason: 'a test' } });
    await say(page, 'You slubberers');
    await messageWith(page, 'You slubberers').getByText('aren’t allowed here').waitFor();
    await client.call(setWordFilter, { body: { blockedWords: [], reason: 'a test' } });
    await page.getByLabel('Chat category').selectOption('Art');
    await toast(page, 'Open the chat again to send it.').waitFor();
    await page.getByLabel('Chat category').selectOption(room);
    await page.getByRole('button', { name: 'Retry' }).click();
    await messageWith(page, 'You slubberers').getByText('0m ago').waitFor();
    expect(await log(page).getByRole('article').count()).toBe(1);

    await field(page).fill('half a thought');
    await page.getByLabel('Chat category').selectOption('Art');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.getByLabel('Chat category').selectOption(room);
    await expect.poll(() => field(page).inputValue()).toBe('half a thought');

    const params = { roomId: room };
    await client.call(muteInRoom, { params, body: { userId: mara.id, reason: 'a test' } });
    await waitForText(page, 'An admin has muted you in this chat. You can still read it.');
    expect(await field(page).count()).toBe(0);
    await client.call(unmuteInRoom, { params: { ...params, userId: mara.id } });
    await expect.poll(() => field(page).inputValue()).toBe('half a thought');
    await client.call(setSlowMode, { params, body: { slowModeSeconds: 5, reason: 'a test' } });
    await waitForText(page, 'Slow mode: one message every 5 seconds');
    await client.call(setSlowMode, { params, body: { slowModeSeconds: 0, reason: 'a test' } });
    await page.getByText('Slow mode').waitFor({ state: 'detached' });
  });

  it('keeps the scroll position while new messages arrive, and counts them', async () => {
    const hers = await stage.window({ as: mara });
    const his = await stage.window({ as: theo });
    await Promise.all([enter(hers), enter(his)]);
    for (let line = 0; line < 12; line += 1) await say(his, `Line ${line}\nof\nfour\nlines`);
    await messageWith(hers, 'Line 11').waitFor();
    const upper = messageWith(hers, 'Line 1');
    await upper.evaluate((element) => element.scrollIntoView());
    await hers.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const heightOf = async () => (await upper.boundingBox())?.y ?? 0;
    const before = await heightOf();
    await say(his, 'News one');
    await say(his, 'News two');
    await hers.getByRole('button', { name: '2 new' }).waitFor();
    // An edit that mentions her counts as read once she sees the newest message.
    const [{ id }] = await stage.site.sql<[{ id: string }]>`select id from messages where content like 'Line 11%'`;
    await theo.client.call(editMessage, { params: { id }, body: { content: `Line 11\nof\n@${mara.username}\nlines` } });
    const unread = async () => (await mara.client.call(listNotifications)).unreadCount;
    await expect.poll(unread).toBe(1);
    expect(Math.abs((await heightOf()) - before)).toBeLessThan(1);
    await hers.getByRole('button', { name: '2 new' }).click();
    await waitForText(hers, 'New messages');
    await messageWith(hers, 'News two').waitFor();
    await hers.getByRole('button', { name: '2 new' }).waitFor({ state: 'detached' });
    await expect.poll(unread).toBe(0);

    // A muted member sees no buttons to reply or react.
    const offers = messageWith(hers, 'News one').getByRole('button', { name: /^(?:Reply to|Add a reaction)/ });
    await expect.poll(() => offers.count()).toBe(2);
    const params = { roomId: room };
    await offers.first().click();
    const picker = log(hers).getByRole('group', { name: 'Reactions' });
    await picker.waitFor();
    await stage.site.admin.client.call(muteInRoom, { params, body: { userId: mara.id, reason: 'a test' } });
    await hers.getByText('An admin has muted you').waitFor();
    expect([await picker.count(), await offers.count()]).toEqual([0, 0]);
    await stage.site.admin.client.call(unmuteInRoom, { params: { ...params, userId: mara.id } });
    await expect.poll(() => offers.count()).toBe(2);

    await choose(hers, 'News one', `Block @${theo.username}`);
    await hers.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await messageWith(hers, 'News one').waitFor({ state: 'detached' });
    await messageWith(hers, 'You slubberers').waitFor();
    await mara.client.call(unblockUser, { params: { id: theo.id } });
  });
});

describe('a session that ends in another tab', () => {
  it('leaves public pages readable and redirects other tabs to the sign-in page', async () => {
    const lea = await stage.site.member('lea');
    const here = await stage.window({ as: lea });
    await openChat(here, '/browse-tip-pools?sort=newest');
    await say(here, 'Before I go');
    await messageWith(here, 'Before I go').getByText('0m ago').waitFor();
    const account = await here.context().newPage();
    await goTo(account, '/my-account');
    const there = await here.context().newPage();
    await goTo(there, '/creators');
    stage.allow(/401/);
    await there.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
    await waitForText(here, 'Sign in to participate in the chat');
    await here.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).waitFor();
    expect(await field(here).count()).toBe(0);
    await messageWith(here, 'Before I go').waitFor();
    expect(here.url()).toContain('/browse-tip-pools?sort=newest');
    await account.waitForURL('**/auth?redirect=%2Fmy-account');
    // Wait for the navigation, so that closing the windows does not abort it.
    await there.waitForURL((url) => url.pathname === '/');
    await waitForHydration(there);
  });
});

describe('a long chat', () => {
  it('scrolls to its beginning without layout shifts, and renders only a part of the messages', async () => {
    await stage.site.sql`
      with room as (
        update chat_rooms r set last_seq = 200 from categories c where c.id = r.category_id and c.name = 'Cooking' returning r.id)
      insert into messages (room_id, seq, sender_id, content, created_at)
      select room.id, g, ${theo.id}, 'Number ' || g || repeat(' and so on', g % 23), now() - (200 - g) * interval '1 minute'
      from room, generate_series(1, 200) g`;
    const page = await stage.window({ as: mara });
    await openChat(page, '/browse-tip-pools');
    await page.getByLabel('Chat category').selectOption('Cooking');
    await messageWith(page, 'Number 200').waitFor();
    const { shifted, drawn } = await page.evaluate(scrollThrough);
    await messageWith(page, 'Number 1 and').waitFor();
    expect(shifted).toBeLessThan(0.001);
    expect(drawn).toBeLessThan(150);
  });

  it('loads messages back to the one that the URL names', async () => {
    const [{ id }] = await stage.site.sql<
      [{ id: string }]
    >`select id from messages where content = 'Number 24 and so on'`;
    const page = await stage.window({ as: theo });
    // The mark is temporary and may disappear before the whole page is hydrated, so wait for both at once.
    const marked = log(page).locator(`[data-message="${id}"][data-asked]`);
    await Promise.all([marked.waitFor(), goTo(page, `/browse-tip-pools?categories=Cooking#chat-${id}`)]);
    const top = async () => (await messageWith(page, 'Number 24').boundingBox())?.y ?? 0;
    await expect.poll(top).toBeGreaterThan(100);
    expect(await top()).toBeLessThan(700);
    stage.allow(/404/);
    await goTo(page, `/browse-tip-pools?categories=Cooking#chat-${crypto.randomUUID()}`);
    await toast(page, 'This message was deleted.').waitFor();
  });
});

describe('previews of links', () => {
  it('are requested only after the person switches them on, and cause no layout shift', async () => {
    const [pageAt, pictureAt] = [`${elsewhere.url}/page`, `${elsewhere.url}/picture.png`];
    await stage.site.sql`
      with room as (
        update chat_rooms r set last_seq = 60 from categories c where c.id = r.category_id and c.name = 'Dance' returning r.id)
      insert into messages (room_id, seq, sender_id, content, created_at)
      select room.id, g, ${theo.id}, case g % 2 when 0 then ${`See ${pageAt}?`} || g else ${`Look ${pictureAt}?`} || g end,
        now() - (60 - g) * interval '1 minute'
      from room, generate_series(1, 60) g`;
    const page = await stage.window({ as: mara });
    await openChat(page, '/browse-tip-pools');
    await page.getByLabel('Chat category').selectOption('Dance');
    await messageWith(page, `${pageAt}?60`).waitFor();
    const card = messageWith(page, `${pageAt}?60`).getByRole('link', { name: /^127\.0\.0\.1 ?The harbour at five/ });
    const picture = messageWith(page, `${pictureAt}?59`).getByRole('img', {
      name: 'Picture picture.png from 127.0.0.1',
    });
    const switchOver = async (name: string) => {
      await page.getByRole('button', { name: 'Chat options' }).click();
      await page.getByRole('menuitemcheckbox', { name }).click();
    };
    expect(elsewhere.requestedPaths).toEqual([]);
    await switchOver('Link previews');
    await card.getByText('Three weeks of fog & one accordion.').waitFor();
    expect(await picture.count()).toBe(0);
    await switchOver('Link pictures');
    const leads = picture.locator('xpath=ancestor::a');
    for (const link of [card, leads]) expect(await link.getAttribute('rel')).toBe('nofollow ugc noopener noreferrer');
    expect(await leads.getAttribute('href')).toBe(`${pictureAt}?59`);
    const isDrawn = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
    await expect.poll(isDrawn, { timeout: 15_000 }).toBe(512);
    expect(await axe(page)).toEqual([]);

    await openChat(page, '/browse-tip-pools');
    await page.getByLabel('Chat category').selectOption('Dance');
    await expect.poll(isDrawn, { timeout: 15_000 }).toBe(512);
    expect((await page.evaluate(scrollThrough)).shifted).toBeLessThan(0.001);
    await messageWith(page, `${pictureAt}?1`).getByRole('img').waitFor();

    // The server renders placeholders of the right size.
    const his = await stage.window({ as: await stage.site.member('noa') });
    await goTo(his, userPath(mara.username));
    await his.getByRole('button', { name: 'Message', exact: true }).click();
    await his.waitForURL('**/messages/*');
    await say(his, `Look ${pictureAt}?0`);
    await keepFallbackFonts(stage, page);
    // The second visit has no "New messages" line.
    for (let times = 0; times < 2; times += 1) {
      await goTo(page, new URL(his.url()).pathname);
      await log(page).getByRole('img', { name: 'Picture picture.png' }).waitFor();
    }
    expect(await page.evaluate(shiftedSoFar)).toBeLessThan(0.001);

    const settings = await page.context().newPage();
    await goTo(settings, '/settings#chat');
    await settings.getByLabel('Show pictures from links').uncheck();
    await settings.getByLabel('Show link previews').uncheck();
    await log(page).locator('.chat-card, .chat-picture').first().waitFor({ state: 'detached' });
    expect(await log(page).getByRole('article').count()).toBeGreaterThan(0);
  });
});

describe('the chat of a pool', () => {
  it('has its button in the page margin, and leaves enough width for the page when open', async () => {
    for (const { width, phone } of [{ width: 768 }, { width: 768, phone: true }, { width: 1440 }]) {
      const page = await stage.window({ width, phone });
      await goTo(page, pool.canonicalPath);
      const handle = page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true });
      const edge = await page
        .getByRole('main')
        .evaluate(
          (main) => main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight),
        );
      expect((await handle.boundingBox())?.x).toBeGreaterThanOrEqual(edge);
    }
    const creatorPage = await stage.window();
    await openChat(creatorPage, pool.canonicalPath);
    const [step] = await creatorPage.getByRole('list', { name: 'Steps of this pool' }).getByRole('listitem').all();
    expect((await step?.boundingBox())?.width).toBeGreaterThan(90);
  });

  it('shows the pool’s title, and can post an own message to the comments', async () => {
    const page = await stage.window({ as: theo, width: 390, phone: true });
    await openChat(page, pool.canonicalPath);
    await panel(page).getByRole('heading', { name: 'TipPool Chat' }).waitFor();
    await panel(page).getByText(pool.title).waitFor();
    await say(page, 'When is it sung?');
    await messageWith(page, 'When is it sung?').getByText('0m ago').waitFor();
    await choose(page, 'When is it sung?', 'Post to comments');
    await toast(page, 'Posted to comments').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close chat' }).click();
    await page.getByRole('link', { name: /^Comments/ }).click();
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByText('When is it sung?')
      .waitFor();
  });
});
