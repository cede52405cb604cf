import type { Locator, Page } from 'playwright-core';

/** What people see of a chat, and how they write in it. */

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page): Locator => page.getByRole('log');
export const said = (page: Page, text: string): Locator =>
  log(page).getByRole('article').filter({ hasText: text }).first();
export const toastSays = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Sends it; whether it arrives is another matter. */
export async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Sends it once the chat is connected; it stands in one's own window at once. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
  await send(page, text);
  await said(page, text).waitFor();
}

/** By the menu of a message. */
export async function choose(page: Page, text: string, item: string): Promise<void> {
  await said(page, text).hover();
  await said(page, text)
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
