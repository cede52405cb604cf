import { describe, expect, it } from 'vitest';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Opens the dialog that adds a creator, with text in it. */
async function openWithText() {
  const page = await stage.window({ as: await stage.site.member('ada') });
  await goTo(page, '/creators');
  await page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a Creator' });
  await dialog.getByLabel('Full name').fill('Odd Harbor');
  return { page, dialog, question: page.getByRole('dialog', { name: 'Discard your text?' }) };
}

describe('a toast above an open dialog', () => {
  it('is announced and can be dismissed, and the dialog keeps its text', async () => {
    const { page, dialog } = await openWithText();
    stage.allow(/status of 500/);
    await page.route('**/api/creators', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await dialog.getByLabel('Username').fill('odd_harbor');
    await dialog.getByLabel('Category').selectOption('Music');
    await dialog.getByLabel('Platform of link 1').selectOption('youtube');
    await dialog.getByLabel('URL of link 1').fill('https://youtube.example/harbor');
    await dialog.getByRole('button', { name: 'Add creator' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Error' });
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Full name').inputValue()).toBe('Odd Harbor');
  });
});

describe('a dialog with typed text', () => {
  it('asks before Escape, the close button or a click outside closes it', async () => {
    const { page, dialog, question } = await openWithText();
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await dialog.getByLabel('Full name').inputValue()).toBe('Odd Harbor');
    }
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
    expect(await dialog.getByLabel('Full name').inputValue()).toBe('Odd Harbor');
    await page.keyboard.press('Escape');
    await waitForText(page, 'Discard your text?');
    expect(await axe(page)).toEqual([]);
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('closes at once if the text was removed again', async () => {
    const { page, dialog } = await openWithText();
    await dialog.getByLabel('Full name').fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
