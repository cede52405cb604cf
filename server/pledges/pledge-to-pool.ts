import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Desk } from './desk.sql.ts';
import { openPledge } from './open-pledge.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import { type PledgeAnswer, type PledgeRequest, termsOf } from './pledge-request.ts';
import { pledgeWithCard } from './pledge-with-card.ts';
import { findRequest, type PledgeRow } from './pledges.sql.ts';
import { refusalOf, takesLatePledges } from './policy.ts';
import { readDesk } from './read-desk.ts';
import { repeatPledge } from './repeat-pledge.ts';
import { showPledge } from './show-pledge.ts';
import { startSetup } from './start-setup.ts';

/**
 * A fan promises an amount toward a pool. With a saved card the promise counts at once, otherwise the answer says where to save
 * one; a delivered pool that lets late fans in is paid at once. The same request key again answers with the same pledge; while no
 * card was saved yet, a new key continues the same pledge with its new amount.
 */
export async function pledgeToPool(context: MoneyContext, actor: Actor, request: PledgeRequest): Promise<PledgeAnswer> {
  const { sql } = context.db;
  const { poolId, requestKey, useSavedCard: withCard = false } = request;
  const desk = await readDesk(context, { poolId, fanId: actor.userId, withCard });
  const refusal = desk ? refusalOf(actor, desk, request, context.config) : appError('not_found');
  if (desk?.cardId && !refusal && !takesLatePledges(desk)) {
    return pledgeWithCard(context, actor, request, { ...desk, cardId: desk.cardId });
  }
  // What was taken before is answered again, whatever has become of the pool since.
  const repeated = await findRequest(sql, actor.userId, requestKey);
  if (repeated) return repeatPledge(context, actor, request, repeated);
  if (refusal) throw refusal;
  if (!desk || (withCard && !desk.cardId)) throw appError('no_saved_card');

  const pledge = await openPledge(context, termsOf(actor, request));
  if ('repeated' in pledge) return repeatPledge(context, actor, request, pledge.repeated);
  const url = await nextPage(context, pledge.opened, desk);
  const view = await showPledge(context, { ...request, userId: actor.userId }, pledge.opened.id);
  return { pledge: view, ...(url ? { setup: { url } } : {}) };
}

/** Where the fan goes on from here: to the page that saves a card, or, when late, to the one that takes the money. */
function nextPage(context: MoneyContext, pledge: PledgeRow, desk: Desk): Promise<string | undefined> {
  if (!takesLatePledges(desk)) return startSetup(context, pledge, desk);
  return payLatePledge(context, pledge, desk, desk.cardId ?? undefined);
}
