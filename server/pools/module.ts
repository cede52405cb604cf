import type {} from '#server/accounts/facts.ts';
import type {} from '#server/creators/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { assignLivePools } from './assign-live-pools.ts';
import { communityQuestions } from './check-community.ts';
import { deliveryQuestions } from './check-delivery.ts';
import { poolQuestions } from './check-pools.ts';
import { searchQuestions } from './check-search.ts';
import { closePoolClaims } from './close-pool-claims.ts';
import { communityRoutes } from './community-routes.ts';
import { contentFileRoutes } from './content-file-routes.ts';
import { defineDeliveryJobs } from './delivery-jobs.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { forgetPerson } from './forget-person.ts';
import { definePoolJobs } from './jobs.ts';
import { letPersonLeave } from './let-person-leave.ts';
import { poolData } from './personal-data.sql.ts';
import { isEnded } from './pool.ts';
import { releaseFromCreator } from './release-from-creator.ts';
import { poolRoutes } from './routes.ts';
import { seedCategories } from './seed-categories.ts';

/** Pools from their start to the delivery: the feed, the lifecycle and its clocks, what creators answer and deliver. */
export function poolsModule(context: MoneyContext): Module {
  definePoolJobs(context);
  defineDeliveryJobs(context);
  context.facts.within('user.leaving', (tx, { userId }) => letPersonLeave(context, tx, userId));
  context.facts.within('user.left', (tx, { userId }) => forgetPerson(tx, userId));
  context.facts.within('creator.claimed', (tx, claim) => assignLivePools(context, tx, claim));
  context.facts.within('creator.removed', (tx, { profileId }) => releaseFromCreator(context, tx, profileId));
  context.facts.within('pool.transitioned', async (tx, { poolId, to }) => {
    if (isEnded(to)) await closePoolClaims(context, tx, { poolId, reason: 'The pool has ended.', adminId: null });
  });
  return {
    routes: [...poolRoutes(context), ...deliveryRoutes(context), ...communityRoutes(context)],
    raw: [contentFileRoutes(context)],
    questions: [...poolQuestions, ...deliveryQuestions, ...communityQuestions, ...searchQuestions],
    personalData: poolData,
    start: () => seedCategories(context),
  };
}
