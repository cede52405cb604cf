import { ProcessorFault } from '#server/money/card-processor.ts';
import { assertEmailConfirmed, refuseCardTesting } from '#server/money/card-testing/guard-cards.ts';
import { withCustomer } from '#server/money/cards/ensure-customer.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type CardSetup, findOpenSetup, insertSetup, storeSetupSession } from './card-setups.sql.ts';
import { absolute, orUnavailable } from './open-session.ts';
import { settleCardSetup } from './settle-card-setup.ts';

export interface CardSetupRequest {
  userId: string;
  /** The subject of the card ("pledge:ID"). */
  subject: string;
  /** The name of the card processor at which the fan saves the card. */
  processor: string;
  /** The same as text, shown on the page: the pool and the amount of the pledge. */
  description: string;
  /** Paths on this site to which the page returns. */
  successPath: string;
  cancelPath: string;
}

/**
 * Returns the URL of the processor's hosted page on which a fan saves a card. Commits the row before it calls the processor; returns
 * the open page if the subject already has one with this description. `card_setup.completed` or `card_setup.failed` reports the outcome. Must not run inside
 * a transaction. Throws `email_unconfirmed`, `card_processor_unavailable`, `rate_limited`.
 */
export async function startCardSetup(
  context: MoneyContext,
  { userId, subject, processor, description, successPath, cancelPath }: CardSetupRequest,
): Promise<{ setupId: string; url: string }> {
  const { db, limits } = context;
  await assertEmailConfirmed(context, userId, processor);
  // Each call asks the processor, which limits all our calls together.
  await limits.limiter('card pages', { points: 60, perMs: 10 * 60_000 }).consume(userId);
  const open = await findOpenSetup(db.sql, { userId, subject, processor, description });
  if (open?.url && (await stillOpen(context, open))) return { setupId: open.id, url: open.url };
  await refuseCardTesting(context, userId);
  const { id: setupId, pageLocale } = await insertSetup(db.sql, { userId, subject, processor, description });
  const openSetup = async () => {
    const cards = context.processors.get(processor);
    const reference = `setup:${setupId}`;
    const page = {
      reference,
      description,
      locale: pageLocale,
      successUrl: absolute(context, successPath),
      cancelUrl: absolute(context, cancelPath),
    };
    const { sessionRef, url } = await withCustomer(context, cards, { userId, key: reference }, (by) =>
      cards.startCardSetup({ ...page, ...by }),
    );
    await storeSetupSession(db.sql, setupId, sessionRef, url);
    return { setupId, url };
  };
  return orUnavailable(context, openSetup, { processor, action: 'page' });
}

/**
 * A declined card ends its page, and the webhook may not have arrived yet; returning that page would send the fan in a circle. Without
 * an answer of the processor the page counts as open.
 */
async function stillOpen(context: MoneyContext, { id, processor, sessionRef }: CardSetup): Promise<boolean> {
  try {
    const state = await context.processors.get(processor).lookUpSetup({ sessionRef, reference: `setup:${id}` });
    if (state) await settleCardSetup(context, id, state);
    return state?.status !== 'failed';
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, setupId: id }, 'could not look up an open card set-up');
    return true;
  }
}
