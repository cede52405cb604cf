import { afterAll, beforeAll, expect, test } from 'vitest';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { ProcessorFault } from './card-processor.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { owedOn } from './ledger.ts';
import { reconcile } from './reconcile.ts';

/** The dispute that the processor cannot look up. */
let broken = '';
let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp({}, (sandbox) => {
    const { disputes } = sandbox;
    if (!disputes) throw new Error('the sandbox has no disputes');
    return {
      ...sandbox,
      disputes: {
        ...disputes,
        // So that only the movements tell about disputes.
        listDisputes: async () => [],
        async lookUpDispute(ref) {
          if (ref === broken) throw new ProcessorFault('unknown', `${ref} is broken`);
          return disputes.lookUpDispute(ref);
        },
      },
    };
  });
});
afterAll(() => app.close());

async function paid() {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const { paymentId } = await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });
  const [payment] = await app.context.db.sql<{ processorRef: string }[]>`
    select processor_ref from payments where id = ${paymentId}`;
  return { subject: scene.subject, chargeRef: payment?.processorRef ?? '' };
}

test('one reference that fails hides no other: the next ones are settled, and differences are reported', async () => {
  const [first, second] = [await paid(), await paid()];
  app.faults.webhooks = 'drop';
  const { bank } = app.context.cards;
  const { disputeRef } = await bank.dispute(first.chargeRef);
  await bank.dispute(second.chargeRef);
  await app.settle();
  const opened = () => [first, second].map(({ subject }) => app.published('dispute.opened', subject).length);
  const run = () => reconcile(app.context, { olderThanMs: 0 });
  broken = disputeRef;
  expect(await run()).toMatchObject({ failed: 1, mismatches: [`dispute:${broken}`] });
  expect(opened()).toEqual([0, 1]);
  broken = '';
  expect(await run()).toMatchObject({ failed: 0, mismatches: [] });
  expect(opened()).toEqual([1, 1]);
  expect(await owedOn(app.context.db.sql, 'disputed')).toBe(-2000);
});
