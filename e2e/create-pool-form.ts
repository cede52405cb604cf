import type { Page } from 'playwright-core';

/** The form of a new pool, as a person fills it in: one step at a time. */

interface NewPool {
  title?: string;
  description?: string;
  category?: string;
}

/** Fills in the first step and continues to the second. Fields that are left out keep what they have. */
export async function fillIdea(page: Page, { title, description, category = 'Music' }: NewPool): Promise<void> {
  if (title !== undefined) await page.getByLabel('Title').fill(title);
  if (description !== undefined) await page.getByLabel('Description').fill(description);
  const choice = page.getByRole('button', { name: category });
  if ((await choice.getAttribute('aria-pressed')) !== 'true') await choice.click();
  await continueTo(page, 'Creator and goal');
}

/** Fills in the goal and continues to the last step. */
export async function fillGoal(page: Page, dollars: number): Promise<void> {
  await page.getByLabel('Goal').fill(String(dollars));
  await continueTo(page, 'Picture and preview');
}

export async function continueTo(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
}

export async function publishPool(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create pool', exact: true }).click();
}
