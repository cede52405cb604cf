import { randomUUID } from 'node:crypto';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { pledgeToPool as pledgeEndpoint } from '#contract/pledges.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Confirmed } from './confirm.sql.ts';
import { confirmPledge } from './confirm-pledge.ts';
import { openPledge } from './open-pledge.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import {
  findCard,
  findGround,
  findLivePledge,
  findPledge,
  findRequest,
  type NewPledge,
  type PledgeRow,
  type PoolGround,
} from './pledges.sql.ts';
import { assertEnough, assertMayPledge, maySetUp, takesLatePledges } from './policy.ts';
import { showPledge } from './show-pledge.ts';
import { startSetup } from './start-setup.ts';

export interface PledgeRequest {
  poolId: string;
  amountCents: number;
  requestKey: string;
  anonymous?: boolean;
  useSavedCard?: boolean;
  ageVerified: boolean;
}
type Answer = OutputOf<typeof pledgeEndpoint>;

/**
 * A fan promises an amount toward a pool. With a saved card the promise counts at once, otherwise the answer says where to save
 * one; a delivered pool that lets late fans in is paid at once. The same request key again answers with the same pledge; while no
 * card was saved yet, a new key continues the same pledge with its new amount.
 */
export async function pledgeToPool(context: MoneyContext, actor: Actor, request: PledgeRequest): Promise<Answer> {
  const { sql } = context.db;
  const { poolId, amountCents, requestKey, useSavedCard = false } = request;
  const terms: NewPledge = {
    poolId,
    fanId: actor.userId,
    amountCents,
    requestKey,
    anonymous: request.anonymous ?? false,
  };
  const [pool, repeated] = await Promise.all([findGround(sql, poolId), findRequest(sql, actor.userId, requestKey)]);
  if (repeated) return answerRepeat(context, request, actor, repeated);
  if (!pool) throw appError('not_found');
  assertMayPledge(actor, pool, context.config);
  assertEnough(amountCents, context.config);
  const cardId = useSavedCard ? await findCard(sql, { fanId: actor.userId, processor: context.cards.name }) : undefined;
  if (useSavedCard && !cardId) throw appError('no_saved_card');
  if (cardId && !takesLatePledges(pool)) return pledgeWithCard(context, actor, request, terms, cardId);

  const pledge = await openPledge(context, terms);
  if ('repeated' in pledge) return answerRepeat(context, request, actor, pledge.repeated);
  const setup = await continueAt(context, pledge.opened, pool, cardId);
  return { pledge: await showPledge(context, { ...request, userId: actor.userId }, pledge.opened.id), ...setup };
}

/** Where the fan goes on from a pledge without a card: to the page that saves one, or, when late, to the one that takes the money. */
async function continueAt(context: MoneyContext, pledge: PledgeRow, pool: PoolGround, cardId?: string) {
  const url = takesLatePledges(pool)
    ? await payLatePledge(context, pledge, pool, cardId)
    : await startSetup(context, pledge, pool);
  return url ? { setup: { url } } : {};
}

/** Counts at once, together with everyone who pledges at the same moment. */
async function pledgeWithCard(
  context: MoneyContext,
  actor: Actor,
  request: PledgeRequest,
  terms: NewPledge,
  cardId: string,
): Promise<Answer> {
  let answer = await confirmPledge(context, { ...terms, id: randomUUID(), cardId, fresh: true });
  if (answer.outcome === 'exists') {
    // A pledge whose card was never saved gets the new terms and this card; every other one stands in the way.
    const live = await findLivePledge(context.db.sql, terms.poolId, terms.fanId);
    if (live && live.status !== 'setup_pending') throw appError('pledge_exists');
    const pledge = await openPledge(context, terms);
    if ('repeated' in pledge) return answerRepeat(context, request, actor, pledge.repeated);
    answer = await confirmPledge(context, { ...terms, id: pledge.opened.id, cardId, fresh: false });
  }
  const id = pledgeIdOf(answer);
  if (answer.outcome === 'repeated') {
    return answerRepeat(context, request, actor, {
      id,
      poolId: answer.poolId ?? '',
      requestCents: answer.requestCents,
    });
  }
  return { pledge: await showPledge(context, { ...request, userId: actor.userId }, id) };
}

function pledgeIdOf({ outcome, id }: Confirmed): string {
  if ((outcome === 'pledged' || outcome === 'repeated') && id) return id;
  if (outcome === 'frozen') throw appError('pool_frozen');
  if (outcome === 'exists') throw appError('pledge_exists');
  if (outcome === 'missing') throw appError('not_found');
  throw appError(outcome === 'ended' ? 'conflict' : 'pool_closed');
}

/** The same request key: the same pledge, as it is now. Other terms under a used key are a mistake of the client. */
async function answerRepeat(
  context: MoneyContext,
  request: PledgeRequest,
  actor: Actor,
  repeated: { id: string; poolId: string; requestCents: number },
): Promise<Answer> {
  if (repeated.poolId !== request.poolId || repeated.requestCents !== request.amountCents)
    throw appError('request_key_reused');
  const { sql } = context.db;
  const [pledge, pool] = await Promise.all([findPledge(sql, repeated.id), findGround(sql, repeated.poolId)]);
  const setup = pledge && pool && maySetUp(pledge, pool) ? await continueAt(context, pledge, pool) : {};
  return { pledge: await showPledge(context, { ...request, userId: actor.userId }, repeated.id), ...setup };
}
