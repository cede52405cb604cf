import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openPoolConversation } from '#contract/chat/chat.ts';
import { addComment } from '#contract/comments.ts';
import { conversationPath, userPath } from '#contract/paths.ts';
import { blockUser } from '#contract/people.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { postUpdate } from '#contract/updates.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { closeChatClients } from '#testing/chat-client.ts';
import { windowOf } from '#testing/journeys/apart-stage.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** A fan blocks the creator of a pool whose page both have open. */
const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = [await site.member('fan'), await site.creator()];
  pool = await site.newPool(fan, creator, { title: 'A song about the harbor' });
  const say = (who: Member, content: string, parentId?: string) =>
    who.client.call(addComment, { params: { id: pool.id }, body: { content, ...(parentId ? { parentId } : {}) } });
  const top = await say(await site.member('neighbor'), 'Which key is it in?');
  await say(creator, 'It is in G, for now', top.id);
  await say(fan, 'My own idea: a waltz', top.id);
  await say(creator, 'The creator begins a thread');
  await say(fan, 'The fan begins a thread');
  await creator.client.call(postUpdate, {
    params: { id: pool.id },
    body: { content: 'The creator has news', audience: 'everyone', requestKey: randomUUID() },
  });
});

const main = (page: Page) => page.getByRole('main');
const comments = () => poolTabPath(pool.canonicalPath, 'comments');
const hiddenByMe = (page: Page) => main(page).getByText('Hidden: you blocked this person');
const unavailable = (page: Page, what: string) => main(page).getByText(`This ${what} isn’t available to you.`);

it('folds the words of both in pages that are open, and brings them back afterwards', async () => {
  const theirs = await stage.window({ as: creator });
  await goTo(theirs, comments());
  await waitForText(theirs, 'The fan begins a thread');
  const mine = await stage.window({ as: fan });
  await goTo(mine, userPath(creator.username));
  await mine.getByRole('button', { name: `More about @${creator.username}` }).click();
  await mine.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = mine.getByRole('dialog', { name: `Block @${creator.username}?` });
  await dialog.getByText('Deliveries and payment notices still arrive').waitFor();
  await photographAll(mine, 'block-dialog');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await waitForText(mine, 'You blocked this person');
  // The creator's page changes without a reload, and does not say who blocked.
  await expect.poll(() => unavailable(theirs, 'comment').count()).toBe(2);
  expect(await main(theirs).textContent()).not.toMatch(/The fan begins|a waltz|block/);
  await goTo(mine, comments());
  await expect.poll(() => hiddenByMe(mine).count()).toBe(2);
  expect(await main(mine).textContent()).not.toMatch(/in G|The creator begins/);
  await photographAll(mine, 'hidden-comments');
  await photographAll(theirs, 'unavailable-comments');
  await goTo(mine, poolTabPath(pool.canonicalPath, 'updates'));
  await expect.poll(() => hiddenByMe(mine).count()).toBe(1);
  await photographAll(mine, 'hidden-update');
  await goTo(mine, userPath(creator.username));
  await photographAll(mine, 'blocked-profile');
  await mine.getByRole('button', { name: `More about @${creator.username}` }).click();
  await mine.getByRole('menuitem', { name: 'Unblock' }).click();
  await waitForText(theirs, 'The fan begins a thread');
  expect(await unavailable(theirs, 'comment').count()).toBe(0);
});

it('says in a chat that the replies of a thread are hidden', async () => {
  const { conversationId } = await fan.client.call(openPoolConversation, { body: { poolId: pool.id } });
  const [mine, theirs] = [await windowOf(stage.site, fan), await windowOf(stage.site, creator)];
  const asked = await mine.say(conversationId, 'Who likes it?');
  await theirs.say(conversationId, 'The creator does', { parentMessageId: asked.id });
  closeChatClients();
  await fan.client.call(blockUser, { params: { id: creator.id } });
  const page = await stage.window({ as: fan });
  await goTo(page, conversationPath(conversationId));
  await page.getByRole('button', { name: '1 reply' }).click();
  await waitForText(page, 'These replies aren’t available to you.');
  await photographAll(page, 'hidden-replies');
  expect(await main(page).textContent()).not.toContain('The creator does');
});

it.each(['light', 'dark'] as const)('folded comments are accessible in the %s theme', async (theme) => {
  await fan.client.call(blockUser, { params: { id: creator.id } });
  const page = await stage.window({ as: fan, theme, width: 390, phone: true });
  await goTo(page, comments());
  await expect.poll(() => hiddenByMe(page).count()).toBe(2);
  expect(await axe(page)).toEqual([]);
});
