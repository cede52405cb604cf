import type { Page } from 'playwright-core';
import { fillIdea } from './create-pool-form.ts';

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
  // On narrow screens, the drawer of a list is a dialog, too.
  await page.getByRole('dialog').last().waitFor();
};
export async function search(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search pools/ }).fill(text);
  const answer =
    text === 'zzyzx' ? page.getByText(/^No results for/).first() : page.getByRole('dialog').getByRole('option').first();
  await answer.waitFor();
}
export async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
  await page.getByRole('complementary', { name: 'Chat' }).getByRole('log').waitFor();
  await page.getByText('Loading messages').waitFor({ state: 'detached' });
  await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
}
/** Opens the drawer of an admin list's first row. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('button', { name: 'Close details' }).waitFor();
}

/** Selects every row of every page. */
export async function selectMatches(page: Page): Promise<void> {
  await page.getByLabel('Select all rows of this page').check();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByText(/^All \d+ selected/).waitFor();
}

/** Shows the preview of freezing two pools. */
export async function previewFreeze(page: Page): Promise<void> {
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Freeze…', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

export async function chooseFile(page: Page): Promise<void> {
  const buffer = Buffer.alloc(3_400_000, 'fanfare');
  await page.locator('input[type=file]').setInputFiles({ name: 'ferry-song-final.wav', mimeType: 'audio/wav', buffer });
  await page.getByText('uploaded').first().waitFor();
}

export const pledging = (mode: string, path: string) =>
  `/auth?mode=${mode}&redirect=${encodeURIComponent(`${path}?amount=1000`)}`;

export async function failForms(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText('is required').first().waitFor();
}

/** The first step of a new pool; leads to the second. */
export const fillFirstStep = (page: Page): Promise<void> =>
  fillIdea(page, {
    title: 'A live set of the lost second album',
    description: 'All nine songs in one take, as a video, for the people who were at the harbor.',
  });
