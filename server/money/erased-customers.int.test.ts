import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { erasePayer } from './erase-payer.ts';
import { reconcile } from './reconcile.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(async () => {
  app.faults.clear();
  await app.check();
});

const charge = (scene: Scene, cardId: string) =>
  chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });

/** The cards that the processor could still charge. */
const attachedCards = async ({ userId }: Scene) => {
  const [row] = await app.context.db.sql<{ count: number }[]>`
    select count(*) as count from sandbox.cards c join processor_customers p on p.customer_ref = c.customer_id
    where p.user_id = ${userId} and c.detached_at is null`;
  return row?.count;
};

const isForgotten = async ({ userId }: Scene) => {
  const [row] = await app.context.db.sql<{ forgottenAt: Date | null }[]>`
    select forgotten_at from processor_customers where user_id = ${userId}`;
  return row?.forgottenAt instanceof Date;
};

/** Deletes the account as far as money is concerned. */
async function leave({ userId }: Scene): Promise<void> {
  await app.context.db.tx(async (tx) => {
    await tx`update users set deleted_at = now(), email_verified_at = null where id = ${userId}`;
    await erasePayer(app.context, tx, userId);
  });
}

test('the processor forgets a person with the account, and keeps everyone else', async () => {
  const [leaving, staying] = [await app.newScene(), await app.newScene()];
  const cardId = await app.saveCard(leaving, cards.pays);
  await app.saveCard(leaving, cards.pays);
  await app.saveCard(staying, cards.pays);
  expect(await charge(leaving, cardId)).toMatchObject({ status: 'succeeded' });
  await app.settle();
  await leave(leaving);
  await app.settle();
  expect([await attachedCards(leaving), await isForgotten(leaving)]).toEqual([0, true]);
  expect([await attachedCards(staying), await isForgotten(staying)]).toEqual([1, false]);
  await expect(charge({ ...leaving, subject: `${leaving.subject}-2` }, cardId)).rejects.toMatchObject({
    code: 'no_saved_card',
  });
});

test.each(['unreachable', 'hang_after', 'crash_before', 'crash_after'] as const)(
  'a call that ends with %s is repeated, with or without its job',
  async (fault) => {
    const scene = await app.newScene();
    await app.saveCard(scene, cards.pays);
    app.faults.plan('forgetCustomer', fault);
    await leave(scene);
    await app.settle();
    expect(await isForgotten(scene)).toBe(false);
    await reconcile(app.context, { olderThanMs: 0 });
    expect([await attachedCards(scene), await isForgotten(scene)]).toEqual([0, true]);
  },
);

test('a customer is kept while the outcome of a charge is unknown', async () => {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  app.faults.plan('confirmCharge', 'hang_after');
  app.faults.plan('lookUpCharge', 'unreachable', 2);
  app.faults.webhooks = 'drop';
  await charge(scene, cardId).catch(() => undefined);
  await leave(scene);
  await app.settle();
  expect(await isForgotten(scene)).toBe(false);
  app.faults.clear();
  await reconcile(app.context, { olderThanMs: 0 });
  expect(await isForgotten(scene)).toBe(true);
  expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);
});
