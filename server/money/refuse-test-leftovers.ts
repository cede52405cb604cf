import { countTestLeftovers } from './leftovers.sql.ts';
import type { MoneyContext } from './money-context.ts';

/**
 * Throws if this installation takes real money although its database has unfinished business with test money. A live installation would
 * otherwise pay creators real money for test charges, and charge cards that Stripe does not know. Call it before jobs start.
 */
export async function refuseTestLeftovers({ cards, processors, db }: MoneyContext): Promise<void> {
  if (cards.testMode) return;
  const left = await countTestLeftovers(db.sql, processors.find('sandbox') === undefined);
  const found = [
    left.cards > 0 && `${left.cards} saved test cards`,
    left.payments > 0 && `${left.payments} unfinished test payments or refunds`,
    left.heldCents > 0 && `$${(left.heldCents / 100).toFixed(2)} of held test money`,
    left.payouts > 0 && `${left.payouts} unfinished sandbox payouts`,
  ].filter((part) => part !== false);
  if (found.length === 0) return;
  throw new Error(
    `this database has ${found.join(', ')}, and STRIPE_SECRET_KEY is a live key. Start live cards with an empty database, or finish and remove the test data with the test key first.`,
  );
}
