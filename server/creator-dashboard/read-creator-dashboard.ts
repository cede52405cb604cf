import { type getCreatorDashboard, requestStages } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { findProfileOfOwner } from '#server/creators/read-creator.ts';
import { holdingOf } from '#server/money/holding-limit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readEarnings } from '#server/money/payouts/read-earnings.ts';
import { readPayoutStates } from '#server/money/payouts/read-payout-state.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { hasRequests, readFirstSteps } from './first-steps.ts';
import { countRequests } from './list-creator-requests.ts';
import { listRequestsOfCreator, sumHeldForCreator } from './requests.sql.ts';
import { showRequests } from './requests.ts';

/** Returns the creator's dashboard: the first page of requests, work and ended pools, expected income and earnings. */
export async function readCreatorDashboard(
  context: MoneyContext,
  actor: Actor,
  seesAdult: boolean,
): Promise<OutputOf<typeof getCreatorDashboard>> {
  const { config, cards, processors } = context;
  const { sql } = context.db;
  const { paymentMs, quietMs, responseMs } = config.windows;
  const firstPage = { limit: limits.creatorRequestsPageSize, offset: 0 };
  const [profile, [payoutAccount, ...others], counts, earnings, heldCents, ...stages] = await Promise.all([
    findProfileOfOwner(context, actor.userId),
    readPayoutStates(context, actor.userId),
    countRequests(context, actor),
    readEarnings(sql, actor.userId),
    sumHeldForCreator(sql, actor.userId),
    ...requestStages.map((stage) => listRequestsOfCreator(context, actor.userId, { stage, ...firstPage })),
  ]);
  const requestViews = await showRequests(context, actor, stages.flat(), seesAdult);
  const [requests = [], work = [], done = []] = stages.map((rows) => requestViews.splice(0, rows.length));
  // An accepted adult pool waits for the account at another processor.
  const isAdultWaiting = work.some(({ adult, clocks }) => adult && clocks.accountDueAt !== null);
  const progress = { payouts: payoutAccount.state === 'ready', request: hasRequests(counts) };
  return {
    profile,
    firstSteps: await readFirstSteps(context, actor, progress),
    payoutsReady: payoutAccount.state === 'ready',
    adultPayoutsReady: [payoutAccount, ...others].some(
      ({ processor, state }) => processor === processors.forContent({ adult: true })?.name && state === 'ready',
    ),
    payoutAccount,
    otherPayoutAccounts: others.filter(
      ({ state, waitingCents }) => state !== 'missing' || waitingCents > 0 || isAdultWaiting,
    ),
    requests,
    work,
    done,
    counts,
    earnings: { ...earnings, heldCents },
    holding: holdingOf(config, cards),
    adultHolding: holdingOf(config, processors.forContent({ adult: true })),
    windows: { collectingMs: paymentMs, quietMs, responseMs },
  };
}
