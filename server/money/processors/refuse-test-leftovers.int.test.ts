import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardProcessor } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { withProcessors } from './processors.ts';
import { refuseTestLeftovers } from './refuse-test-leftovers.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

/** The same database in an installation that takes real cards, if wanted beside sandbox cards. */
function live({ withSandbox = false } = {}): MoneyContext {
  const { cards } = stage.context;
  const stripe: CardProcessor = { ...cards, name: 'stripe', testMode: false, forbidsAdult: true };
  return { ...stage.context, ...withProcessors(stripe, withSandbox ? cards : undefined) };
}

/** A card that its fan saved on a hosted page of Stripe. */
async function saveStripeCard(session: string): Promise<{ cardId: string; remove(): Promise<void> }> {
  const { id: userId } = await stage.fan();
  const [card] = await stage.sql<{ id: string }[]>`
    insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
    values (${userId}, 'stripe', ${randomUUID()}, 'visa', '4242', 12, 2040) returning id`;
  const cardId = card?.id ?? '';
  const [setup] = await stage.sql<{ id: string }[]>`
    insert into card_setups (user_id, subject, processor, session_ref, status, card_id, completed_at)
    values (${userId}, 'none', 'stripe', ${session}, 'completed', ${cardId}, now()) returning id`;
  return {
    cardId,
    async remove() {
      await stage.sql`delete from card_setups where id = ${setup?.id ?? ''}`;
      await stage.sql`delete from cards where id = ${cardId}`;
    },
  };
}

test('an empty database may take real cards', async () => {
  await expect(refuseTestLeftovers(live())).resolves.toBeUndefined();
});

test('refuses cards that were saved with a Stripe test key, until they are removed', async () => {
  const { cardId, remove } = await saveStripeCard('cs_test_a1');
  const message = 'this database has 1 saved test cards, and STRIPE_SECRET_KEY is a live key';
  await expect(refuseTestLeftovers(live())).rejects.toThrow(message);
  await expect(refuseTestLeftovers(live({ withSandbox: true }))).rejects.toThrow(message);
  await expect(refuseTestLeftovers(stage.context)).resolves.toBeUndefined();
  await stage.sql`update cards set removed_at = now() where id = ${cardId}`;
  await expect(refuseTestLeftovers(live())).resolves.toBeUndefined();
  await remove();
});

test('accepts cards that were saved with a live key', async () => {
  const { remove } = await saveStripeCard('cs_live_a1');
  await expect(refuseTestLeftovers(live())).resolves.toBeUndefined();
  await remove();
});

test('refuses sandbox cards and the money they paid, unless sandbox cards are in use too', async () => {
  const { poolId } = await stage.collected([{ cents: 20_00 }, { cents: 30_00 }]);
  await expect(refuseTestLeftovers(live())).rejects.toThrow('2 saved test cards, $50.00 of held test money, and');
  await expect(refuseTestLeftovers(live({ withSandbox: true }))).resolves.toBeUndefined();
  await expect(refuseTestLeftovers(stage.context)).resolves.toBeUndefined();

  await stage.apply(poolId, { type: 'give_up' });
  await expect(refuseTestLeftovers(live())).rejects.toThrow('2 saved test cards');
  await stage.app.settle();
  await stage.sql`update cards set removed_at = now() where processor = 'sandbox'`;
  await expect(refuseTestLeftovers(live())).resolves.toBeUndefined();
});
