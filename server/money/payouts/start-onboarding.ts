import { randomUUID } from 'node:crypto';
import { payoutSetupPath } from '#contract/creators/payout-account.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { nameOfCountry } from '#contract/values/payout-countries.ts';
import type { PayoutOnboarding } from '#server/money/card-processor.ts';
import { absolute, orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createPayoutAccount } from './create-payout-account.ts';
import {
  insertAccountRequest,
  type PayoutAccount,
  readPayoutAccount,
  replaceClosedAccount,
} from './payout-accounts.sql.ts';

interface Person {
  userId: string;
  processor: string;
  email: string;
  displayName: string;
  /** A path on this site: the creator's public page. */
  pagePath?: string | undefined;
  /** Asked once, because an account cannot change its country. */
  country: string | undefined;
}

function onboardingOf({ processors }: MoneyContext, processor: string): PayoutOnboarding {
  const onboarding = processors.find(processor)?.onboarding;
  if (!onboarding) throw appError('conflict', { message: () => t`Your payouts need no setup.` });
  return onboarding;
}

/**
 * Returns the URL of the processor's page on which a creator enters or completes their details. Creates the account on first use, and another
 * one in place of an account that the processor closed. Must
 * not run inside a transaction. Throws `validation_failed` without a country and for one that the processor cannot pay, `conflict` if the
 * processor refuses the details, `card_processor_unavailable`.
 */
export async function startOnboarding(
  context: MoneyContext,
  { userId, processor, email, displayName, pagePath, country }: Person,
): Promise<{ url: string }> {
  const { db } = context;
  const onboarding = onboardingOf(context, processor);
  const read = () => readPayoutAccount(db.sql, userId, processor);
  const existing = await read();
  if (country && !onboarding.countries.includes(country))
    throw appError('validation_failed', {
      message: () =>
        t`This site can’t pay creators in ${{ country: nameOfCountry(country) }}. Choose one of the countries in the list.`,
    });
  if (country) await storeRequest(context, { userId, processor, email, displayName, pagePath, country }, existing);
  const account = await read();
  if (!account || account.closedAt)
    throw appError('validation_failed', { message: () => t`Choose the country of your bank account.` });
  const accountRef = account.accountRef ?? (await createdAccount(context, account));
  return orUnavailable(
    context,
    () =>
      onboarding.startOnboarding({
        accountRef,
        returnUrl: absolute(context, payoutSetupPath('done', processor)),
        refreshUrl: absolute(context, payoutSetupPath('again', processor)),
      }),
    { processor, action: 'onboarding' },
  );
}

/** Stores the request for a person's first account, or for one in place of a closed account. An account that exists keeps its country. */
async function storeRequest(
  context: MoneyContext,
  { userId, processor, email, displayName, pagePath, country }: Person & { country: string },
  existing: PayoutAccount | undefined,
): Promise<void> {
  const { db } = context;
  const isFirst = !existing || (existing.accountRef === null && existing.problemCode !== null);
  if (!isFirst && !existing.closedAt) return;
  const live = !context.processors.get(processor).testMode;
  const idempotencyKey = `account:${randomUUID()}`;
  // Processors refuse addresses that they cannot open.
  const isPublic = !context.config.onThisMachine && context.config.publicUrl.startsWith('https:');
  const page = pagePath && isPublic ? { pageUrl: absolute(context, pagePath) } : {};
  const request = { userId, processor, country, idempotencyKey, request: { email, displayName, ...page }, live };
  const closedRef = existing?.accountRef;
  if (closedRef) await replaceAccount(context, request, closedRef);
  else await insertAccountRequest(db.sql, request);
}

/** Puts the request in place of a closed account. Its owner is warned, because a thief of the account could do this. */
async function replaceAccount(
  { db, config, facts }: MoneyContext,
  request: Parameters<typeof replaceClosedAccount>[1],
  closedRef: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const replaced = await replaceClosedAccount(tx, request, { closedRef, holdMs: config.payoutChangeHoldMs });
    if (!replaced) return;
    const { userId, processor } = request;
    await facts.publish(tx, 'payout_account.replaced', {
      ...{ userId, processor, what: 'account' },
      heldUntil: replaced.heldUntil.toISOString(),
    });
  });
}

/** Throws `conflict` with who can do what if the processor refuses the account. */
async function createdAccount(context: MoneyContext, account: PayoutAccount): Promise<string> {
  const created = await orUnavailable(context, () => createPayoutAccount(context, account));
  if ('accountRef' in created) return created.accountRef;
  throw appError('conflict', {
    message: () =>
      created.refusedBecauseOf === 'operator'
        ? t`We can’t set up your payouts yet: the owner of this site has to solve something with the card processor first. We’ve told them, and we’ll email you when you can go on.`
        : t`The card processor didn’t accept these details. Check your email address and your country.`,
  });
}

/** Returns the URL of the processor's dashboard for a creator. Throws `payouts_not_ready` before they have an account. */
export async function openPayoutDashboard(
  context: MoneyContext,
  { userId, processor }: { userId: string; processor: string },
): Promise<{ url: string }> {
  const onboarding = onboardingOf(context, processor);
  const account = await readPayoutAccount(context.db.sql, userId, processor);
  const accountRef = account?.accountRef;
  if (!accountRef) throw appError('payouts_not_ready');
  return orUnavailable(context, () => onboarding.openDashboard(accountRef), { processor, action: 'onboarding' });
}
