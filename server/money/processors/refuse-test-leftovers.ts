import type { MoneyContext } from '#server/money/money-context.ts';
import { countLiveObjects, countTestLeftovers, forgetTestObjects } from './leftovers.sql.ts';

/**
 * Throws if this installation takes real money although its database has unfinished business with test money. A live installation would
 * otherwise pay creators real money for test charges, and charge cards that Stripe does not know. Customers and payout accounts of test
 * mode are forgotten instead. Call it before jobs start.
 */
export async function refuseTestLeftovers({ cards, processors, db }: MoneyContext): Promise<void> {
  if (cards.testMode) return;
  const left = await countTestLeftovers(db.sql, processors.find('sandbox') === undefined);
  const leftovers = [
    left.cards > 0 && `${left.cards} saved test cards`,
    left.payments > 0 && `${left.payments} unfinished test payments or refunds`,
    left.heldCents > 0 && `$${(left.heldCents / 100).toFixed(2)} of held test money`,
    left.payouts > 0 && `${left.payouts} unfinished test payouts`,
  ].filter((part) => part !== false);
  if (leftovers.length === 0) return db.tx((tx) => forgetTestObjects(tx, cards.name));
  throw new Error(
    `this database has ${leftovers.join(', ')}, and STRIPE_SECRET_KEY is a live key. Start live cards with an empty database, or finish and remove the test data with the test key first.`,
  );
}

/**
 * Throws if the main processor has a test key although the database has its live customers or payout accounts, such as a restored
 * backup. Every charge would be refused, because test mode does not know the cards, and fans would be told that their card was
 * declined. A restore drill uses the sandbox instead. Call it before jobs start and before anything is reconciled.
 */
export async function refuseLiveData({ cards, db }: MoneyContext): Promise<void> {
  if (!cards.testMode) return;
  const count = await countLiveObjects(db.sql, cards.name);
  if (count === 0) return;
  throw new Error(
    `this database has ${count} live customers and payout accounts, and STRIPE_SECRET_KEY is a test key. Set the live key, or use another database; a restore drill runs without a key.`,
  );
}
