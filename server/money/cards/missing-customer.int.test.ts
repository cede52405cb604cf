import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { createStripe } from '#server/money/stripe/stripe-processor.ts';
import { type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';
import { ensureCustomer, replaceMissingCustomer } from './ensure-customer.ts';
import { listSavedCards } from './list-saved-cards.ts';

/** The real SDK against the stand-in for Stripe, in whose dashboard the operator deletes a customer. */
let stripe: StripeSetUp;
let app: MoneyApp;
let context: MoneyContext;
beforeAll(async () => {
  stripe = await setUpStripe();
  const { PORT: _port, PUBLIC_URL: _url, ...env } = stripe.env;
  app = await startMoneyApp(env);
  context = { ...app.context, ...withProcessors(createStripe(app.context)) };
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

const paths = { description: 'A song', successPath: '/payment/success', cancelPath: '/payment/declined' };
/** The attempt that found its card missing asks for another card, like a declined one. */
const missing = {
  status: 'failed',
  decline: { kind: 'hard', reason: 'The saved card can no longer be charged. Please use another one.' },
};
const customersOf = async (userId: string) => {
  const { data } = await stripe.client.customers.list({ limit: 100 });
  return data.filter(({ metadata, deleted }) => !deleted && metadata?.fanfare_user === userId).map(({ id }) => id);
};

async function newScene(): Promise<Scene & { processor: never }> {
  return { ...(await app.newScene()), processor: 'stripe' as never };
}

async function saveCard({ userId }: Scene): Promise<{ cardId: string; setupId: string; cardRef: string }> {
  const subject = `card:${randomUUID()}`;
  const { setupId, url } = await startCardSetup(context, { userId, subject, processor: 'stripe', ...paths });
  expect(await stripe.enterCard(url)).toBe(303);
  const [setup] = await context.db.sql<{ sessionRef: string }[]>`
    select session_ref from card_setups where id = ${setupId}`;
  const by = { sessionRef: setup?.sessionRef ?? '', reference: `setup:${setupId}` };
  const state = await context.cards.lookUpSetup(by);
  if (state) await settleCardSetup(context, setupId, state);
  const [row] = await context.db.sql<{ cardId: string; cardRef: string }[]>`
    select k.id as card_id, k.card_ref from card_setups s join cards k on k.id = s.card_id where s.id = ${setupId}`;
  if (!row) throw new Error('no card was saved');
  return { ...row, setupId };
}

const charge = ({ userId, subject, heldAccount }: Scene, cardId: string) =>
  chargeSavedCard(context, {
    userId,
    subject,
    heldAccount,
    cardId,
    processor: 'stripe',
    amountCents: 1000,
    description: 'A song',
  });

test('charges nothing to the card of a deleted customer, and the fan pays on a page of one new customer', async () => {
  const scene = await newScene();
  const { cardId } = await saveCard(scene);
  const before = await ensureCustomer(context, context.cards, scene.userId);
  await stripe.client.customers.del(before);
  expect(await charge(scene, cardId)).toMatchObject(missing);
  expect(app.published('payment.failed', scene.subject)).toHaveLength(1);
  expect(await listSavedCards(context, scene)).toEqual([]);
  await expect(charge(scene, cardId)).rejects.toMatchObject({ code: 'no_saved_card' });

  const after = await ensureCustomer(context, context.cards, scene.userId);
  expect(after).not.toBe(before);
  expect(await customersOf(scene.userId)).toEqual([after]);
  const { url } = await startHostedPayment(context, { ...scene, ...paths, amountCents: 1000 });
  expect(await stripe.enterCard(url)).toBe(303);
  await reconcile(context, { olderThanMs: 0 });
  expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);
  const { chargedTwice } = await stripe.process.state();
  expect(chargedTwice).toEqual([]);
  await app.check();
});

test('opens a payment page and a page for a card after the customer was deleted', async () => {
  const scene = await newScene();
  const before = await ensureCustomer(context, context.cards, scene.userId);
  await stripe.client.customers.del(before);
  const { url } = await startHostedPayment(context, { ...scene, ...paths, amountCents: 1000 });
  expect(await stripe.enterCard(url)).toBe(303);
  await reconcile(context, { olderThanMs: 0 });
  expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);

  await stripe.client.customers.del(await ensureCustomer(context, context.cards, scene.userId));
  const { cardId } = await saveCard(scene);
  const again = await newScene();
  expect(await charge({ ...again, userId: scene.userId }, cardId)).toMatchObject({ status: 'succeeded' });
  expect(await customersOf(scene.userId)).toHaveLength(1);
});

test('creates one customer when calls race, and after a crash or a stored failure', async () => {
  const { userId } = await newScene();
  const missingRef = await ensureCustomer(context, context.cards, userId);
  await stripe.client.customers.del(missingRef);
  // A process that died between creating the customer and storing it.
  await context.cards.createCustomer({ userId, key: `customer:${userId}:after:${missingRef}` });
  const open = () =>
    startCardSetup(context, { userId, subject: `card:${randomUUID()}`, processor: 'stripe', ...paths });
  const pages = await Promise.all(Array.from({ length: 5 }, open));
  expect(new Set(pages.map(({ url }) => url)).size).toBe(5);
  expect(await customersOf(userId)).toEqual([await ensureCustomer(context, context.cards, userId)]);
});

test('keeps the cards of the new customer when a slow call reports the old one again', async () => {
  const scene = await newScene();
  const missingRef = await ensureCustomer(context, context.cards, scene.userId);
  await stripe.client.customers.del(missingRef);
  const { cardId } = await saveCard(scene);
  await replaceMissingCustomer(context, context.cards, { userId: scene.userId, customerRef: missingRef });
  expect(await listSavedCards(context, scene)).toMatchObject([{ id: cardId }]);
});

test('removes only the card when Stripe has the customer without it', async () => {
  const scene = await newScene();
  const [gone, kept] = [await saveCard(scene), await saveCard(scene)];
  const customer = await ensureCustomer(context, context.cards, scene.userId);
  await stripe.client.paymentMethods.detach(gone.cardRef);
  expect(await charge(scene, gone.cardId)).toMatchObject(missing);
  expect(await listSavedCards(context, scene)).toMatchObject([{ id: kept.cardId }]);
  expect(await ensureCustomer(context, context.cards, scene.userId)).toBe(customer);
  expect(await charge(scene, kept.cardId)).toMatchObject({ status: 'succeeded' });
});

test('settles a charge whose customer is deleted between its creation and its confirmation', async () => {
  const scene = await newScene();
  const { cardId } = await saveCard(scene);
  const customer = await ensureCustomer(context, context.cards, scene.userId);
  const real = context.cards;
  const slow = {
    ...real,
    confirmCharge: async (request: Parameters<typeof real.confirmCharge>[0]) => {
      await stripe.client.customers.del(customer);
      return real.confirmCharge(request);
    },
  };
  const { userId, subject, heldAccount } = scene;
  const request = { userId, subject, heldAccount, cardId, processor: 'stripe', amountCents: 1000, description: 'A' };
  expect(await chargeSavedCard({ ...context, ...withProcessors(slow) }, request)).toMatchObject(missing);
  expect(await ensureCustomer(context, real, userId)).not.toBe(customer);
});

test('treats a customer as present while Stripe does not answer about it', async () => {
  const scene = await newScene();
  const { cardId } = await saveCard(scene);
  const customer = await ensureCustomer(context, context.cards, scene.userId);
  await stripe.client.customers.del(customer);
  await stripe.process.setFaults({
    rules: [{ kind: 'error_before', method: 'GET', path: `/v1/customers/${customer}$`, times: 10 }],
  });
  expect(await charge(scene, cardId)).toMatchObject({ status: 'unsettled' });
  expect(await listSavedCards(context, scene)).toHaveLength(1);
  await stripe.process.setFaults({ rules: [] });
  await reconcile(context, { olderThanMs: 0 });
  expect(app.published('payment.failed', scene.subject)).toMatchObject([{ declineReason: missing.decline.reason }]);
  expect(await listSavedCards(context, scene)).toEqual([]);
});
