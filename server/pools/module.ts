import { inEnglish, msg } from '#contract/language/text.ts';
import type {} from '#server/accounts/facts.ts';
import type {} from '#server/creators/facts.ts';
import type {} from '#server/media/hooks.ts';
import type {} from '#server/money/facts.ts';
import type {} from '#server/money/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { endPoolsForDeletion } from '#server/pools/lifecycle/end-pools-for-deletion.ts';
import { moveWaitsOf } from '#server/pools/lifecycle/wait-for-accounts.ts';
import { eraseClaimsOf } from './account-deletion.sql.ts';
import { assignLivePools, clearTargetCreator, unassignLivePools } from './apply-profile-changes.ts';
import { poolInvariants, waitingInvariants } from './check-pools.ts';
import { closePoolClaims } from './claims/decide-pool-claim.ts';
import { isCreatorPayable } from './is-creator-payable.ts';
import { definePoolJobs } from './jobs.ts';
import { waitingLimits } from './list-waiting.ts';
import { isAssignedTo, poolImageUses } from './media-hooks.sql.ts';
import { describePaidPool } from './payout-purpose.sql.ts';
import { poolData } from './personal-data.sql.ts';
import { isEnded } from './pool.ts';
import { poolTopic } from './publish-pool.ts';
import { fanArtRoutes, poolRoutes } from './routes.ts';

/** The lifecycle of a pool: its deadlines, the creator's answers, and claims. */
export function poolsModule(context: MoneyContext): Module {
  definePoolJobs(context);
  context.live.topic(poolTopic);
  context.facts.within('user.leaving', (tx, { userId }) => endPoolsForDeletion(context, tx, userId));
  context.facts.within('user.left', (tx, { userId }) => eraseClaimsOf(tx, userId));
  context.facts.within('creator.claimed', (tx, claim) => assignLivePools(context, tx, claim));
  context.facts.within('creator.taken_back', (tx, claim) => unassignLivePools(context, tx, claim));
  context.facts.within('creator.removed', (tx, { profileId }) => clearTargetCreator(context, tx, profileId));
  context.facts.within('pool.transitioned', async (tx, { poolId, to }) => {
    if (isEnded(to))
      await closePoolClaims(context, tx, { poolId, reason: inEnglish(msg`The pool has ended.`), adminId: null });
  });
  // In a job, because a transaction locks a pool before the payout account.
  context.facts.on('payout_account.changed', 'pools', async ({ userId, to }) => {
    if (to === 'ready') await moveWaitsOf(context, userId);
  });
  context.hooks.handle('pool.is_creator_payable', (tx, pool) => isCreatorPayable(context, tx, pool));
  context.hooks.handle('payout.describe_pool', describePaidPool);
  context.hooks.handle('image.uses', poolImageUses);
  context.hooks.handle('upload.is_allowed_for_pool', isAssignedTo);
  return {
    routes: poolRoutes(context),
    raw: [fanArtRoutes],
    invariants: [...poolInvariants, ...waitingInvariants(waitingLimits(context))],
    personalData: poolData(context),
  };
}
