import type { FirstSteps, firstStepActs } from '#contract/creators/creator-dashboard.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPayoutStates } from '#server/money/payouts/read-payout-state.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { findFirstSteps, markFirstSteps } from './first-steps.sql.ts';
import { countRequests } from './list-creator-requests.ts';

interface Progress {
  payouts: boolean;
  request: boolean;
}

/** The creator's first steps; null without a page, once all are done, and after the creator dismissed them. */
export async function readFirstSteps(
  { db }: MoneyContext,
  actor: Actor,
  { payouts, request }: Progress,
): Promise<FirstSteps | null> {
  const row = await findFirstSteps(db.sql, actor.userId);
  if (!row || row.dismissed) return null;
  const { page, terms, shared } = row;
  const steps = { page, payouts, terms, shared, request };
  return Object.values(steps).every(Boolean) ? null : steps;
}

/** Stores a step that only the creator can report, or hides the list. Safe to repeat. Returns the resulting steps. */
export async function markMyFirstSteps(
  context: MoneyContext,
  actor: Actor,
  act: (typeof firstStepActs)[number],
): Promise<{ firstSteps: FirstSteps | null }> {
  const { sql } = context.db;
  const row = await findFirstSteps(sql, actor.userId);
  if (row) await markFirstSteps(sql, row.profileId, act);
  const [[account], counts] = await Promise.all([
    readPayoutStates(context, actor.userId),
    countRequests(context, actor),
  ]);
  const progress = { payouts: account.state === 'ready', request: hasRequests(counts) };
  return { firstSteps: await readFirstSteps(context, actor, progress) };
}

export const hasRequests = ({ waiting, working, ended }: Awaited<ReturnType<typeof countRequests>>): boolean =>
  waiting + working + ended > 0;
