import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { pledgeToPool as pledgeEndpoint } from '#contract/pledges/pledges.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { fundsAdult } from '#server/pools/processor-of.ts';
import { openSetupPage } from './hosted-pages.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import { limitPledgeChanges, maySetUp, refusalOf } from './policy.ts';
import { findPledgeTargets, type PledgeTarget, type PledgeTargetQuery } from './pool-funding.sql.ts';
import { showPledge, viewStored } from './show-pledge.ts';
import type { NewPledge, PledgeOfRequest } from './store-pledge.sql.ts';
import { findRepeated, storePledge } from './store-pledge.ts';

export interface PledgeRequest {
  poolId: string;
  amountCents: number;
  requestKey: string;
  anonymous?: boolean;
  useSavedCard?: boolean;
  /** The content that the fan saw; absent in requests of older clients. */
  contentMark?: string;
  seesAdult: boolean;
}

/**
 * A fan promises an amount toward a pool. With a saved card the pledge counts at once; without one, the answer holds the address of
 * the page that saves a card. A delivered pool that takes late pledges is paid at once. The same request key returns the same
 * pledge. Until a card is saved, a new key changes the terms of that pledge. Throws `request_key_reused` for other terms under a
 * used key, `pool_state` if the pool's content is no longer the one that the fan saw, `rate_limited`, and what `refusalOf`
 * returns.
 */
export async function pledgeToPool(
  context: MoneyContext,
  actor: Actor,
  request: PledgeRequest,
): Promise<OutputOf<typeof pledgeEndpoint>> {
  const { poolId, amountCents, requestKey, anonymous = false, useSavedCard: withCard = false } = request;
  const viewer = { userId: actor.userId, seesAdult: request.seesAdult };
  const terms = { poolId, fanId: actor.userId, amountCents, requestKey, anonymous, seen: request.contentMark };
  const [target] = await Promise.all([
    readTarget(context, { poolId, fanId: actor.userId, withCard }),
    limitPledgeChanges(context, terms),
  ]);
  const rules = { minPledgeCents: context.config.minPledgeCents, fundsAdult: fundsAdult(context) };
  const refusal = refusalOf(actor, target, request, rules);
  // A stored request gets its answer again, even when the pool takes no pledges any more.
  const stored = target && !refusal ? await storePledge(context, terms, target) : await findRepeated(context, terms);
  if (!stored) throw refusal ?? appError('not_found');
  if (stored.outcome === 'repeated') assertSameTerms(stored, terms);
  else if (target && stored.outcome === 'pledged') return { pledge: viewStored(target, stored, viewer) };

  // The first request has tried the saved card: a repeated one only leads to the page.
  const cardId = stored.outcome === 'repeated' ? null : target?.cardId;
  const url = target && maySetUp(stored, target) ? await openPage(context, stored, target, cardId) : undefined;
  // The pledge may have ended while the processor made the page.
  const pledge = await showPledge(context, viewer, stored.id);
  return { pledge, ...(url ? { setup: { url } } : {}) };
}

const targetReadsOf = contextState((context: MoneyContext) => {
  const { db, processors } = context;
  const names = { main: processors.main.name, adult: processors.forContent({ adult: true })?.name ?? null };
  return createBatches((queries: PledgeTargetQuery[]) => findPledgeTargets(db.sql, names, queries), {
    retryIndividually: () => false,
  });
});

/** The pool and the saved card of a pledge; undefined when no pool has this id. Concurrent reads share the next statement. */
async function readTarget(context: MoneyContext, query: PledgeTargetQuery): Promise<PledgeTarget | undefined> {
  const target = await targetReadsOf(context)(query);
  return target.id === null ? undefined : target;
}

function assertSameTerms(stored: PledgeOfRequest, terms: NewPledge): void {
  const isAnonymousToo = stored.requestAnonymous === null || stored.requestAnonymous === terms.anonymous;
  const isSame = stored.poolId === terms.poolId && stored.requestCents === terms.amountCents && isAnonymousToo;
  if (!isSame) throw appError('request_key_reused');
}

/** The hosted page on which the fan continues: it saves a card, or takes the money of a late pledge. */
async function openPage(
  context: MoneyContext,
  pledge: PledgeOfRequest,
  target: PledgeTarget,
  cardId: string | null | undefined,
): Promise<string | undefined> {
  if (!target.takesLatePledges) return openSetupPage(context, pledge, target);
  return payLatePledge(context, pledge, target, cardId ?? undefined);
}
