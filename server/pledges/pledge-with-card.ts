import { randomUUID } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Confirmed } from './confirm.sql.ts';
import { confirmPledge } from './confirm-pledge.ts';
import type { Desk } from './desk.sql.ts';
import { openPledge } from './open-pledge.ts';
import { type PledgeAnswer, type PledgeRequest, termsOf } from './pledge-request.ts';
import { findLivePledge } from './pledges.sql.ts';
import { repeatPledge } from './repeat-pledge.ts';
import { pledgeViewOf } from './show-pledge.ts';

/** Counts at once, together with everyone who pledges at the same moment. */
export async function pledgeWithCard(
  context: MoneyContext,
  actor: Actor,
  request: PledgeRequest,
  desk: Desk & { cardId: string },
): Promise<PledgeAnswer> {
  const { cardId } = desk;
  const terms = termsOf(actor, request);
  let answer = await confirmPledge(context, { ...terms, id: randomUUID(), cardId, fresh: true });
  if (answer.outcome === 'exists') {
    // A pledge whose card was never saved gets the new terms and this card; every other one stands in the way.
    const live = await findLivePledge(context.db.sql, terms.poolId, terms.fanId);
    if (live && live.status !== 'setup_pending') throw appError('pledge_exists');
    const pledge = await openPledge(context, terms);
    if ('repeated' in pledge) return repeatPledge(context, actor, request, pledge.repeated);
    answer = await confirmPledge(context, { ...terms, id: pledge.opened.id, cardId, fresh: false });
  }
  const { id, poolId, requestCents } = answer;
  if (answer.outcome === 'repeated' && id && poolId) {
    return repeatPledge(context, actor, request, { id, poolId, requestCents });
  }
  if (answer.outcome !== 'pledged' || !id) throw refusalFor(answer);
  return { pledge: viewOf(desk, { ...answer, id }, request) };
}

function refusalFor({ outcome }: Confirmed) {
  if (outcome === 'frozen') return appError('pool_frozen');
  if (outcome === 'exists') return appError('pledge_exists');
  if (outcome === 'missing') return appError('not_found');
  return appError(outcome === 'ended' ? 'conflict' : 'pool_closed');
}

/** The pledge as it was just confirmed, without reading it again. */
function viewOf(
  desk: Desk,
  { id, amountCents, status, anonymous, createdAt }: Confirmed & { id: string },
  request: PledgeRequest,
) {
  const { slug, adult, title: poolTitle, ownerUsername, profileUsername, cardBrand, cardLast4 } = desk;
  const pool = { poolId: desk.id, poolTitle, slug, adult, ownerUsername, profileUsername };
  const never = {
    dueAt: null,
    paidAt: null,
    refundedAt: null,
    declineReason: null,
    dismissed: false,
    poolCompleted: false,
    objectUntil: null,
  };
  return pledgeViewOf(
    { ...pool, ...never, id, amountCents, status, anonymous, createdAt, cardBrand, cardLast4 },
    request,
  );
}
