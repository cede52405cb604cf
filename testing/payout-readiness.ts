import assert from 'node:assert/strict';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';
import type { OnboardingSandbox } from './onboarding-processor.ts';

const body = { processor: 'sandbox' };

/** Opens a creator's payout account at a sandbox that requires onboarding. Returns its reference; it still lacks details. */
export async function openPayoutAccount({ cards }: MoneyContext, creator: TestClient): Promise<string> {
  const { accounts } = (cards as OnboardingSandbox).control;
  const before = new Set(accounts.keys());
  await creator.call(startPayoutSetup, { body: { ...body, country: 'US' } });
  const opened = [...accounts.keys()].find((ref) => !before.has(ref));
  assert.ok(opened, 'an account was opened');
  return opened;
}

/** The processor makes the account ready, and the creator comes back from its page. */
export async function makeReady({ cards }: MoneyContext, creator: TestClient, ref: string): Promise<void> {
  (cards as OnboardingSandbox).control.set(ref, 'ready');
  await creator.call(refreshPayoutAccount, { body });
}

/** Sets up the payouts of a creator, if the app's processor asks for that. */
export async function makePayable({ context, driver }: TestApp, creator: TestClient): Promise<void> {
  if (context.cards.name === driver.name && driver.name !== 'sandbox') return driver.setUpPayouts(creator);
  if (!('control' in context.cards)) return;
  const ref = await openPayoutAccount(context, creator);
  await makeReady(context, creator, ref);
}
