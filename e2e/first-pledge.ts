import { randomBytes } from 'node:crypto';
import type { Pool } from '#contract/pools/pools.ts';
import { cards, password } from '#testing/journeys/http-site.ts';

/** The actions of a journey in a window of any browser. */
export interface JourneyWindow {
  goTo(path: string): Promise<void>;
  arrives(at: (url: URL) => boolean): Promise<void>;
  waitForHydration(): Promise<void>;
  press(role: 'link' | 'button', name: string): Promise<void>;
  pressText(text: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  waitForText(text: string): Promise<void>;
}

export interface FirstPledgeOptions {
  /** Opens the sheet with the pledge form of a phone. */
  openSheet?: () => Promise<void>;
}

/** Takes a new visitor from the landing page to the first pledge in this pool. */
export async function makeFirstPledge(
  window: JourneyWindow,
  pool: Pool,
  { openSheet }: FirstPledgeOptions = {},
): Promise<void> {
  const atPool = async () => {
    await window.arrives(({ pathname }) => pathname === pool.canonicalPath);
    await window.waitForHydration();
  };
  await window.goTo('/');
  await window.press('link', 'Discover pools');
  await window.arrives(({ pathname }) => pathname === '/browse-tip-pools');
  await window.pressText(pool.title);
  await atPool();
  await openSheet?.();
  await window.press('link', 'Pledge $10');
  await register(window);
  await atPool();
  await window.press('button', 'Pledge $10');

  await window.arrives(({ pathname }) => pathname.startsWith('/sandbox/checkout/'));
  await window.fill('Card number', cards.pays);
  await window.fill('Expiry', '12/34');
  await window.fill('Security code', '123');
  await window.press('button', 'Save card');
  await window.arrives(({ pathname }) => pathname === '/payment/success');
  await window.waitForHydration();
  await window.press('link', 'Back to the pool');
  await window.waitForText('You pledged $10');
}

async function register(window: JourneyWindow): Promise<void> {
  const name = `new_${randomBytes(4).toString('hex')}`;
  let mode: string | null = null;
  await window.arrives((url) => {
    mode = url.searchParams.get('mode');
    return url.pathname === '/auth';
  });
  await window.waitForHydration();
  if (mode !== 'register') {
    await window.press('link', 'Create an account');
    await window.arrives(({ searchParams }) => searchParams.get('mode') === 'register');
  }
  await window.fill('Username', name);
  await window.waitForText('Username is available');
  await window.fill('Email', `${name}@example.org`);
  await window.fill('Password', password);
  await window.press('button', 'Create account');
}
