import type { Locator, Page } from 'playwright-core';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import type { HttpSite, Member } from '#testing/journeys/http-site.ts';

/** Locators and actions of the chat. */

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page): Locator => page.getByRole('log');
export const messageWith = (page: Page, text: string): Locator =>
  log(page).getByRole('article').filter({ hasText: text }).first();
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Sends a message without waiting for it. */
export async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Waits until the chat is open and connected, sends a message, and waits until it appears in the sender's window. */
export async function say(page: Page, text: string): Promise<void> {
  // The field and the banner appear together. Until then, a panel that is still loading looks connected.
  await field(page).waitFor();
  await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
  await send(page, text);
  await messageWith(page, text).waitFor();
}

/** Chooses an item in the menu of a message. */
export async function choose(page: Page, text: string, item: string): Promise<void> {
  await messageWith(page, text).hover();
  await messageWith(page, text)
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Fills the direct conversation of two people with messages of two lines each. Returns its path. */
export async function fillConversation(site: HttpSite, one: Member, other: Member, messages: number): Promise<string> {
  const { id } = await one.client.call(openDirectConversation, { body: { otherUserId: other.id } });
  await site.sql`
    insert into messages (room_id, seq, sender_id, content)
    select ${id}, n, case when n % 3 = 0 then ${one.id}::uuid else ${other.id}::uuid end,
      'Message number ' || n || E',\nwhich has a second line that says more about the harbour and its song.'
    from generate_series(1, ${messages}::int) n`;
  await site.sql`update chat_rooms set last_seq = ${messages} where id = ${id}`;
  return conversationPath(id);
}
