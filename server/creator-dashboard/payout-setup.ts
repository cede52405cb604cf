import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { creatorPath, userPath } from '#contract/paths.ts';
import { findProfileOfOwner } from '#server/creators/read-creator.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPayoutState } from '#server/money/payouts/read-payout-state.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { retryPayout } from '#server/money/payouts/retry-payout.ts';
import { openPayoutDashboard, startOnboarding } from '#server/money/payouts/start-onboarding.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { readEmail } from './payout-setup.sql.ts';

/** Each of these calls makes at least one call to the processor, which limits all our calls together. */
export const payoutAccountCalls = { points: 30, perMs: 10 * 60_000 };
const countCall = ({ limits }: MoneyContext, { userId }: Actor) =>
  limits.limiter('payout account', payoutAccountCalls).consume(userId);

/** Starts or continues the setup of the creator's payouts on the card processor's page. */
export async function startPayoutSetup(
  context: MoneyContext,
  actor: Actor,
  { processor, country }: { processor: string; country?: string | undefined },
): Promise<{ url: string }> {
  await countCall(context, actor);
  const [email, profile] = await Promise.all([
    readEmail(context.db.sql, actor.userId),
    findProfileOfOwner(context, actor.userId),
  ]);
  if (!email) throw appError('not_found');
  const displayName = profile?.displayName ?? actor.username;
  const pagePath = profile ? creatorPath(profile.username) : userPath(actor.username);
  return startOnboarding(context, { userId: actor.userId, processor, email, displayName, pagePath, country });
}

export async function openMyPayoutDashboard(
  context: MoneyContext,
  actor: Actor,
  { processor }: { processor: string },
): Promise<{ url: string }> {
  await countCall(context, actor);
  return openPayoutDashboard(context, { userId: actor.userId, processor });
}

/** Looks the creator's account up when they come back from the processor's page. */
export async function refreshMyPayoutAccount(
  context: MoneyContext,
  actor: Actor,
  { processor }: { processor: string },
): Promise<PayoutAccountView> {
  await countCall(context, actor);
  const { userId } = actor;
  if (!context.processors.find(processor))
    throw appError('conflict', { message: () => t`Your payouts need no setup.` });
  await orUnavailable(context, () => refreshPayoutAccount(context, { userId, processor }));
  return readPayoutState(context, { userId, processor });
}

export async function retryMyPayout(context: MoneyContext, actor: Actor, payoutId: string): Promise<{ ok: true }> {
  await retryPayout(context, { payoutId, userId: actor.userId });
  return { ok: true };
}
