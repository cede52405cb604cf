import { findOpenSetup, insertSetup, storeSetupSession } from './card-setups.sql.ts';
import { ensureCustomer } from './ensure-customer.ts';
import type { MoneyContext } from './money-context.ts';
import { absolute, orUnavailable, refuseCardTesting } from './open-session.ts';

export interface CardSetupRequest {
  userId: string;
  /** What the card is for ("pledge:ID"). */
  subject: string;
  /** The same in words, shown on the page. */
  description: string;
  /** Own paths to return to. */
  successPath: string;
  cancelPath: string;
}

/**
 * Where a fan saves a card: the address of the processor's hosted page. The row is committed first; a page that is open for the
 * subject already is given again. `card_setup.completed` or `card_setup.failed` tells the end. Calls the processor, so never inside
 * a transaction. Throws `card_processor_unavailable`, `rate_limited`.
 */
export async function startCardSetup(
  context: MoneyContext,
  { userId, subject, description, successPath, cancelPath }: CardSetupRequest,
): Promise<{ setupId: string; url: string }> {
  const { cards, db } = context;
  const open = await findOpenSetup(db.sql, { userId, subject, processor: cards.name });
  if (open?.url) return { setupId: open.id, url: open.url };
  await refuseCardTesting(context, userId);
  const setupId = await insertSetup(db.sql, { userId, subject, processor: cards.name });
  return orUnavailable(context, async () => {
    const customerRef = await ensureCustomer(context, userId);
    const { sessionRef, url } = await cards.startCardSetup({
      customerRef,
      reference: `setup:${setupId}`,
      description,
      successUrl: absolute(context, successPath),
      cancelUrl: absolute(context, cancelPath),
      key: `setup:${setupId}`,
    });
    await storeSetupSession(db.sql, setupId, sessionRef, url);
    return { setupId, url };
  });
}
