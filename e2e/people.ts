import type { Page } from 'playwright-core';
import { password } from '#testing/journeys/http-site.ts';

/** Actions that several tests perform in the browser. */

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/auth');
}

/** Chooses a custom amount on the pool's page and submits it. */
export async function choosePledge(page: Page, dollars: number): Promise<void> {
  const main = page.getByRole('main');
  await main.getByText('Other', { exact: true }).click();
  await main.getByLabel('Amount in dollars').fill(String(dollars));
  await main.getByRole('button', { name: `Pledge $${dollars}`, exact: true }).click();
}

/** Submits a card on the card processor's page. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.waitForURL('**/sandbox/checkout/**');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^(?:Save card|Pay \$)/ }).click();
}
