import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { pledgeToPool as pledgeEndpoint } from '#contract/pledges/pledges.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { fundsAdult } from '#server/pools/processor-of.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import type { PledgeTarget } from './pledge-target.sql.ts';
import { findPledge, type NewPledge, type PledgeRow } from './pledges.sql.ts';
import { limitPledgeChanges, maySetUp, refusalOf } from './policy.ts';
import { readPledgeTarget } from './read-pledge-target.ts';
import type { StoredRequest } from './requests.sql.ts';
import { startSetup } from './setup/start-setup.ts';
import { pledgeViewOf, showPledge } from './show-pledge.ts';
import { storePledge } from './store-pledge.ts';

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
  const terms = { poolId, fanId: actor.userId, amountCents, requestKey, anonymous, seen: request.contentMark };
  const rules = { minPledgeCents: context.config.minPledgeCents, fundsAdult: fundsAdult(context) };
  const [target] = await Promise.all([
    readPledgeTarget(context, { poolId, fanId: actor.userId, withCard }),
    limitPledgeChanges(context, terms),
  ]);
  const stored = await storePledge(context, terms, target, refusalOf(actor, target, request, rules));
  if ('counted' in stored) return { pledge: pledgeViewOf(stored.counted, request) };

  const pledge = 'opened' in stored ? stored.opened : await findRepeated(context, terms, stored.repeated);
  // The first request has tried the saved card: a repeated one only leads to the page.
  const cardId = 'opened' in stored ? target?.cardId : undefined;
  const url = target && maySetUp(pledge, target) ? await nextPage(context, pledge, target, cardId) : undefined;
  const view = await showPledge(context, { ...request, userId: actor.userId }, pledge.id);
  return { pledge: view, ...(url ? { setup: { url } } : {}) };
}

/** The pledge of a repeated request, as it is now. */
async function findRepeated({ db }: MoneyContext, terms: NewPledge, repeated: StoredRequest): Promise<PledgeRow> {
  const isAnonymousToo = repeated.requestAnonymous === null || repeated.requestAnonymous === terms.anonymous;
  const hasSameTerms =
    repeated.poolId === terms.poolId && repeated.requestCents === terms.amountCents && isAnonymousToo;
  const pledge = hasSameTerms ? await findPledge(db.sql, repeated.id) : undefined;
  if (!pledge) throw appError('request_key_reused');
  return pledge;
}

/** The hosted page on which the fan continues: it saves a card, or takes the money of a late pledge. */
async function nextPage(
  context: MoneyContext,
  pledge: PledgeRow,
  target: PledgeTarget,
  cardId?: string | null,
): Promise<string | undefined> {
  if (!target.takesLatePledges) return startSetup(context, pledge, target);
  return payLatePledge(context, pledge, target, cardId ?? undefined);
}
