import { v7 as newId } from 'uuid';
import { type AppError, appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { contentChanged } from '#server/pools/assert-content-seen.ts';
import { assertCreatorPayable } from './creator-payable.ts';
import { openPledge } from './open-pledge.ts';
import type { PledgeTarget } from './pledge-target.sql.ts';
import { findLivePledge, type NewPledge, type PledgeRow } from './pledges.sql.ts';
import { findRequest, type StoredRequest } from './requests.sql.ts';
import type { Confirmed } from './setup/confirm.sql.ts';
import { confirmPledge } from './setup/confirm-pledge.ts';
import type { ViewRow } from './views.sql.ts';

/** `counted`: the pledge counts already. `opened`: it waits for its card. `repeated`: this request key made it earlier. */
type Stored = { counted: ViewRow } | { opened: PledgeRow } | { repeated: StoredRequest };

/**
 * Stores a pledge that passed the rules (`refusal`), or finds the one that this request key stored. Throws the refusal, the codes of
 * `PledgeRefusal`, and `creator_not_payable` for a late pledge.
 */
export async function storePledge(
  context: MoneyContext,
  terms: NewPledge,
  target: PledgeTarget | undefined,
  refusal: AppError | undefined,
): Promise<Stored> {
  if (target?.cardId && !refusal && !target.takesLatePledges) {
    return pledgeWithCard(context, terms, { ...target, cardId: target.cardId });
  }
  // A stored request gets its answer again, even when the pool takes no pledges any more.
  const repeated = await findRequest(context.db.sql, terms.fanId, terms.requestKey);
  if (repeated) return { repeated };
  if (refusal) throw refusal;
  // Before the pledge is stored, because a late fan pays at once.
  if (target?.takesLatePledges) await context.db.tx((tx) => assertCreatorPayable(context, tx, target));
  return openPledge(context, terms);
}

/**
 * Stores a pledge that counts at once, in one batch with every other pledge of the same moment. `repeated` when the request key was
 * used before. `opened` when the fan has just removed the card: the pledge waits for another. Throws the codes of `PledgeRefusal`.
 */
async function pledgeWithCard(
  context: MoneyContext,
  terms: NewPledge,
  target: PledgeTarget & { cardId: string },
): Promise<Stored> {
  const { cardId } = target;
  let answer = await confirmPledge(context, { ...terms, id: newId(), cardId, fresh: true });
  if (answer.outcome === 'no_card') return openPledge(context, terms);
  if (answer.outcome === 'pledge_exists') {
    // A pledge that still waits for its card takes the new terms and this card. Any other live pledge stands.
    const live = await findLivePledge(context.db.sql, terms.poolId, terms.fanId);
    if (live && live.status !== 'setup_pending') throw appError('pledge_exists');
    const pledge = await openPledge(context, terms);
    if ('repeated' in pledge) return pledge;
    answer = await confirmPledge(context, { ...terms, id: pledge.opened.id, cardId, fresh: false });
    if (answer.outcome === 'no_card') return pledge;
  }
  const { outcome, id } = answer;
  if (outcome === 'repeated') {
    const repeated = await findRequest(context.db.sql, terms.fanId, terms.requestKey);
    if (!repeated) throw new Error('the stored request is gone');
    return { repeated };
  }
  if (outcome === 'pool_state') throw contentChanged();
  if (outcome !== 'pledged') throw appError(outcome);
  if (!id) throw new Error('a pledge that counts has no id');
  return { counted: viewRowOf(target, { ...answer, id }) };
}

/** The row of a pledge that was just confirmed, which saves reading it back. */
function viewRowOf(target: PledgeTarget, confirmed: Confirmed & { id: string; metGoal: boolean }): ViewRow {
  const { slug, adult, title: poolTitle, ownerUsername, profileUsername, cardBrand, cardLast4 } = target;
  const { id, amountCents, status, anonymous, createdAt, metGoal, poolStatus } = confirmed;
  return {
    ...{ id, amountCents, status, anonymous, createdAt },
    ...{ poolId: target.id, poolTitle, poolStatus, slug, adult, ownerUsername, profileUsername, cardBrand, cardLast4 },
    dueAt: null,
    paidAt: null,
    refundedAt: null,
    refundedCents: 0,
    refundedOutside: false,
    declineReason: null,
    declineKind: null,
    // The next read of the pledge knows it.
    cardExpiresOn: null,
    dismissed: false,
    metGoal,
    poolCompleted: false,
    objectUntil: null,
  };
}
