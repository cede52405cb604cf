import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { eventually } from '#testing/builders.ts';
import { cards, type MoneyApp, startMoneyApp, validCardFields } from '#testing/money.ts';
import { listSavedCards } from './list-saved-cards.ts';
import { removeSavedCard } from './remove-saved-card.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(() => app.faults.clear());

const renewed = { last4: '4321', expMonth: 3, expYear: 2055 };

async function saveCard() {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const [row] = await app.context.db.sql<{ cardRef: string }[]>`select card_ref from cards where id = ${cardId}`;
  return { userId: scene.userId, cardId, cardRef: row?.cardRef ?? '' };
}

test('takes over the new number and expiry date of a card that the bank renewed', async () => {
  const { userId, cardId, cardRef } = await saveCard();
  await app.context.cards.renewCard(cardRef, renewed);
  const [card] = await eventually(
    async () => {
      await app.settle();
      return listSavedCards(app.context, { userId });
    },
    ([stored]) => stored?.last4 !== '4242',
  );
  expect(card).toMatchObject({ id: cardId, brand: 'visa', ...renewed });
});

test('reads the card at the processor and keeps another card as it is', async () => {
  const [card, other] = [await saveCard(), await saveCard()];
  app.faults.webhooks = 'drop';
  await app.context.cards.renewCard(card.cardRef, renewed);
  await app.settle();
  expect(await settleByReference(app.context, 'sandbox', `card:${card.cardRef}`)).toBe(true);
  expect(await listSavedCards(app.context, card)).toMatchObject([{ id: card.cardId, brand: 'visa', ...renewed }]);
  expect(await listSavedCards(app.context, other)).toMatchObject([{ last4: '4242', expYear: 2049 }]);
});

test('ignores an update of a removed card and of an unknown one', async () => {
  const { userId, cardId, cardRef } = await saveCard();
  await removeSavedCard(app.context, { userId }, cardId);
  await app.context.cards.renewCard(cardRef, renewed);
  await app.settle();
  const [row] = await app.context.db.sql<{ last4: string }[]>`select last4 from cards where id = ${cardId}`;
  expect(row?.last4).toBe('4242');
  expect(await settleByReference(app.context, 'sandbox', 'card:pm_unknown')).toBe(false);
});

test('forgets a card that a person saves on an open page after they have deleted their account', async () => {
  const { db } = app.context;
  const scene = await app.newScene();
  const page = { description: 'A card', successPath: '/payment/success', cancelPath: '/payment/declined' };
  const { url, setupId } = await startCardSetup(app.context, { ...scene, ...page });
  await db.sql`update users set deleted_at = clock_timestamp(), email_verified_at = null where id = ${scene.userId}`;
  expect((await app.complete(url, { cardNumber: cards.pays, ...validCardFields })).status).toBe(303);
  const [row] = await eventually(
    async () => {
      await app.settle();
      return db.sql<{ cardRef: string; removed: boolean }[]>`
        select c.card_ref, c.removed_at is not null as removed from card_setups s join cards c on c.id = s.card_id
        where s.id = ${setupId}`;
    },
    (rows) => rows.length > 0,
  );
  expect(row?.removed).toBe(true);
  await app.settle();
  const [atSandbox] =
    await db.sql`select 1 from sandbox.cards where id = ${row?.cardRef ?? ''} and detached_at is null`;
  expect(atSandbox).toBeUndefined();
  expect(app.published('card_setup.completed', scene.subject)).toEqual([]);
});
