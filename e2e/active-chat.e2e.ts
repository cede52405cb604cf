import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  listConversationMessages,
  listConversations,
  openDirectConversation,
  openPoolConversation,
  readConversation,
} from '#contract/chat/chat.ts';
import { listComments } from '#contract/comments.ts';
import { conversationPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { choose, field, log, messageWith, say, toast } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let pool: Pool;
let conversationId: string;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  pool = await site.newPool(mara, null, { title: 'A song about the harbour' });
  for (const { client } of [mara, theo])
    ({ conversationId } = await client.call(openPoolConversation, { body: { poolId: pool.id } }));
});

async function openChat(page: Page): Promise<void> {
  await goTo(page, pool.canonicalPath);
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await log(page).waitFor();
  await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
}

/** The unread messages of the pool's chat, as another device of the person reads them. */
const unreadOf = async ({ client }: Member) =>
  (await client.call(listConversations)).find(({ id }) => id === conversationId)?.unreadCount;

const isRead = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /^\/api\/(?:conversations|rooms)\/[^/]+\/read$/.test(path);

/** The calls of the page from now on. */
function callsOf(page: Page): { method: string; path: string }[] {
  const calls: { method: string; path: string }[] = [];
  page.on('request', (request) => calls.push({ method: request.method(), path: new URL(request.url()).pathname }));
  return calls;
}

describe('a pool’s open chat', () => {
  it('counts as read what the person sees in it, and as unread what comes after they left', async () => {
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    await say(hers, 'Written while the chat was closed');
    // Her page shows it before it is stored.
    await expect.poll(() => unreadOf(theo)).toBe(1);
    const his = await stage.window({ as: theo });
    await openChat(his);
    await expect.poll(() => unreadOf(theo)).toBe(0);
    for (const text of ['The accordion has arrived', 'It is blue', 'And rather loud']) await say(hers, text);
    await messageWith(his, 'And rather loud').waitFor();
    await expect.poll(() => unreadOf(theo)).toBe(0);
    // The page leaves at once, before the pause between two requests has ended.
    await say(hers, 'One more before you go');
    await messageWith(his, 'One more before you go').waitFor();
    await his.getByRole('link', { name: 'Creators' }).first().click();
    await his.waitForURL('**/creators');
    await expect.poll(() => unreadOf(theo)).toBe(0);
    await say(hers, 'You missed this');
    await toast(his, 'New message from').waitFor();
    expect(await unreadOf(theo)).toBe(1);
  });

  it('keeps messages unread while the person reads older ones', async () => {
    const { site } = stage;
    await theo.client.call(readConversation, { params: { id: conversationId } });
    await site.sql`
      insert into messages (room_id, seq, sender_id, content)
      select ${conversationId}, 1000 + n, ${mara.id}, 'Verse ' || n from generate_series(1, 60) n`;
    await site.sql`update chat_rooms set last_seq = 1060 where id = ${conversationId}`;
    const his = await stage.window({ as: theo });
    await openChat(his);
    await expect.poll(() => unreadOf(theo)).toBe(0);
    await messageWith(his, 'Verse 60').hover();
    await his.mouse.wheel(0, -900);
    await his.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    await say(hers, 'Far below');
    await his.getByRole('button', { name: '1 new' }).waitFor();
    expect(await unreadOf(theo)).toBe(1);
    await his.getByRole('button', { name: '1 new' }).click();
    await messageWith(his, 'Far below').waitFor();
    await expect.poll(() => unreadOf(theo)).toBe(0);
  });

  it('sends nothing for a reader who does not follow it', async () => {
    const nora = await stage.site.member('nora');
    const page = await stage.window({ as: nora });
    const calls = callsOf(page);
    await openChat(page);
    const hers = await stage.window({ as: mara });
    await openChat(hers);
    await say(hers, 'For everyone');
    await messageWith(page, 'For everyone').waitFor();
    expect(calls.filter(isRead)).toEqual([]);
    // From the first own message on, the chat is in the reader's list.
    await say(page, 'I’m new here');
    await say(hers, 'Welcome');
    await messageWith(page, 'Welcome').waitFor();
    await expect.poll(() => unreadOf(nora)).toBe(0);
  });

  it('offers “Post to comments” as a conversation, too', async () => {
    const page = await stage.window({ as: theo });
    await goTo(page, conversationPath(conversationId));
    await say(page, 'This belongs below the pool');
    await choose(page, 'This belongs below the pool', 'Post to comments');
    await toast(page, 'Posted to comments').waitFor();
    const { comments } = await theo.client.call(listComments, { params: { id: pool.id }, query: {} });
    expect(comments.map(({ content }) => content)).toContain('This belongs below the pool');
  });
});

describe('after a send', () => {
  const isListed = ({ path }: { path: string }) => path === '/api/conversations';
  let id: string;
  beforeAll(async () => {
    ({ id } = await theo.client.call(openDirectConversation, { body: { otherUserId: mara.id } }));
  });

  it('messages and conversations are read again if the socket brings neither', async () => {
    const page = await stage.window({ as: theo });
    const dropped = /^42\["(?:message_received|conversation_updated)"/;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        if (!dropped.test(String(frame))) socket.send(frame);
      });
    });
    // The first connection reads the list, too, up to a second later.
    const listed = answerTo(page, listConversations);
    await goTo(page, conversationPath(id));
    await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
    await listed;
    const calls = callsOf(page);
    await say(page, 'Did you get this?');
    await page.getByRole('region', { name: 'Conversations' }).getByText('You: Did you get this?').waitFor();
    const messages = listConversationMessages.path.replace(':id', id);
    await expect.poll(() => calls.filter(({ path }) => path === messages).length).toBe(1);
    expect(calls.filter(isListed)).toHaveLength(1);
  });

  it('messages are not read again if the socket brings them', async () => {
    const page = await stage.window({ as: theo });
    await goTo(page, conversationPath(id));
    await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
    await page.waitForTimeout(1500);
    const calls = callsOf(page);
    await say(page, 'And this?');
    await page.getByRole('region', { name: 'Conversations' }).getByText('You: And this?').waitFor();
    await page.waitForTimeout(2500);
    expect(calls.filter(({ path }) => path.endsWith('/messages'))).toEqual([]);
  });
});

describe('an input method', () => {
  it('keeps its Enter and its Escape from the chat', async () => {
    const page = await stage.window({ as: theo });
    await openChat(page);
    await field(page).fill('にほんご');
    const press = (key: string, init: KeyboardEventInit) =>
      field(page).dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    // Most browsers report the key during the composition; Safari after it, with the key code of input methods.
    for (const init of [{ isComposing: true }, { keyCode: 229 }, { isComposing: true, keyCode: 229 }]) {
      await press('Enter', init);
      await press('Escape', init);
    }
    expect(await field(page).inputValue()).toBe('にほんご');
    expect(await messageWith(page, 'にほんご').count()).toBe(0);
    await field(page).press('Enter');
    await messageWith(page, 'にほんご').waitFor();
  });
});

describe('consecutive messages of one person', () => {
  it('form a group with one picture, one name and one time, until something comes between', async () => {
    const { site } = stage;
    const talk = await site.newPool(mara, null, { title: 'A song about the lighthouse' });
    const { conversationId: id } = await theo.client.call(openPoolConversation, { body: { poolId: talk.id } });
    await site.sql`
      insert into messages (room_id, seq, sender_id, content, created_at)
      select ${id}, n, (array[${mara.id}, ${theo.id}]::uuid[])[1 + n / 7], 'Line ' || n,
        now() - interval '2 hours' + n * interval '1 minute' + (n / 4) * interval '9 minutes'
      from generate_series(1, 12) n`;
    await site.sql`update chat_rooms set last_seq = 12 where id = ${id}`;
    const his = await stage.window({ as: theo });
    await goTo(his, conversationPath(id));
    await messageWith(his, 'Line 12').waitFor();
    const heads = () =>
      log(his)
        .getByRole('article')
        .evaluateAll((all) =>
          all
            .filter((item) => (item.querySelector('.chat-name') as HTMLElement | null)?.offsetParent)
            .map((item) => item.querySelector('.chat-text')?.textContent),
        );
    // Pauses start a group at lines 4, 8 and 12, another person at line 7.
    expect(await heads()).toEqual(['Line 1', 'Line 4', 'Line 7', 'Line 8', 'Line 12']);
    expect(
      await log(his)
        .getByRole('article', { name: `Message from ${theo.username}` })
        .count(),
    ).toBe(6);
    await say(his, 'After a long pause');
    await say(his, 'And one more');
    expect(await heads()).toEqual(['Line 1', 'Line 4', 'Line 7', 'Line 8', 'Line 12', 'After a long pause']);
    await messageWith(his, 'And one more').hover();
    await messageWith(his, 'And one more').getByText('0m ago').waitFor();
    await photographAll(his, 'grouped-messages');
    // A reply comes between two lines, so the next one shows its name again.
    await messageWith(his, 'Line 2').hover();
    await messageWith(his, 'Line 2')
      .getByRole('button', { name: /^Reply to/ })
      .click();
    await say(his, 'A reply to the second line');
    expect(await heads()).toContain('Line 3');
    expect(await axe(his)).toEqual([]);
  });
});

describe('small promises of the specification', () => {
  it('the picture in the tab bar has 32 px', async () => {
    const page = await stage.window({ as: theo, width: 390, phone: true });
    await goTo(page, '/creators');
    const box = await page.locator('.tab-bar .avatar').boundingBox();
    expect(box).toMatchObject({ width: 32, height: 32 });
    const sizes = new Set([32, 48, 64, 96]);
    for (const path of ['/creators', '/', pool.canonicalPath, '/users', '/messages', '/pool/create']) {
      await goTo(page, path);
      const sides = await page
        .locator('.avatar')
        .evaluateAll((all) => all.flatMap(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]));
      expect(
        sides.filter((side) => side > 0 && !sizes.has(side)),
        path,
      ).toEqual([]);
    }
    const bar = await page.locator('.tab-bar').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(58);
  });

  it('the tags of the head follow a navigation in the browser', async () => {
    const page = await stage.window();
    const tags = () =>
      page.evaluate(() =>
        [...document.head.querySelectorAll('meta[content], link[rel=canonical], link[rel=alternate]')]
          .map(({ outerHTML }) => outerHTML)
          .filter((tag) => !tag.includes('viewport') && !tag.includes('theme-color'))
          .sort(),
      );
    await goTo(page, pool.canonicalPath);
    const ofPool = await tags();
    await goTo(page, '/creators');
    const ofCreators = await tags();
    expect(ofCreators).not.toEqual(ofPool);
    await goTo(page, pool.canonicalPath);
    await page.getByRole('link', { name: 'Creators', exact: true }).first().click();
    await page.waitForURL('**/creators');
    await expect.poll(tags).toEqual(ofCreators);
    expect(await page.locator('head script[type="application/ld+json"]').count()).toBe(0);
    await page.goBack();
    await page.waitForURL(`**${pool.canonicalPath}`);
    await expect.poll(tags).toEqual(ofPool);
  });
});
