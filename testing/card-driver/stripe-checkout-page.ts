import type { Frame, Page } from 'playwright-core';
import { chromiumArgs, findChromium } from '#testing/chromium.ts';

/** The answer to a form that was submitted on a hosted page. */
export interface PageAnswer {
  status: number;
  location: string | null;
  text: string;
}

const waitMs = 60_000;

/**
 * Fills Stripe's hosted Checkout page in a real browser, and approves the payment if the test bank asks. The names of the fields are those
 * of 2026; Stripe changes its page without notice. Resolves when Stripe sends the browser back, or shows an error.
 */
export async function submitStripeCheckout(url: string, number: string): Promise<PageAnswer> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(url, { timeout: waitMs });
    await fill(page, number);
    await page.locator('[data-testid="hosted-payment-submit-button"], .SubmitButton').first().click();
    return await outcome(page, url);
  } finally {
    await browser.close();
  }
}

async function fill(page: Page, number: string): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const texts = { cardNumber: number, cardExpiry: '12 / 34', cardCvc: '123' };
  await field('cardNumber').waitFor({ timeout: waitMs });
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text);
  // Stripe asks for these only in some countries and configurations.
  const optional = { email: 'fan@example.org', billingName: 'Maya Reyes', billingPostalCode: '94107' };
  for (const [name, text] of Object.entries(optional)) if (await field(name).isVisible()) await field(name).fill(text);
}

async function outcome(page: Page, url: string): Promise<PageAnswer> {
  const { host } = new URL(url);
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    if (new URL(page.url()).host !== host) return { status: 303, location: page.url(), text: '' };
    const error = page.getByRole('alert').filter({ hasText: /declined|insufficient|failed|unable/i });
    if (await error.count()) return { status: 402, location: null, text: (await error.first().textContent()) ?? '' };
    for (const frame of page.frames()) await approve(frame);
    await page.waitForTimeout(300);
  }
  throw new Error(`Stripe's page neither returned nor showed an error: ${page.url()}`);
}

/** The button of Stripe's test bank is in nested frames, which come and go. */
async function approve(frame: Frame): Promise<void> {
  const button = frame.locator('#test-source-authorize-3ds');
  if (await button.isVisible().catch(() => false)) await button.click({ timeout: 5000 }).catch(() => undefined);
}
