import { expect } from 'vitest';
import { chargeSavedCard, type SavedCardCharge } from '#server/money/charge-saved-card.ts';
import { owedOn } from '#server/money/ledger.ts';
import type { PaymentOutcome } from '#server/money/payments.ts';
import type { MoneyApp, Scene } from './money.ts';

export const amountCents = 1000;

/** Actions and queries for tests of charges; `app` is the app of the test file. */
export function chargeTools(app: () => MoneyApp) {
  async function ready(number: string): Promise<{ scene: Scene; charge: () => Promise<PaymentOutcome> }> {
    const scene = await app().newScene();
    const cardId = await app().saveCard(scene, number);
    const request: SavedCardCharge = { ...scene, cardId, amountCents, description: 'A pool' };
    return { scene, charge: () => chargeSavedCard(app().context, request) };
  }

  async function chargesAtProcessor({ subject }: Scene): Promise<{ succeeded: number; all: number }> {
    const [row] = await app().context.db.sql<{ succeeded: number; all: number }[]>`
      select count(*) filter (where c.status = 'succeeded') as succeeded, count(*) as all
      from sandbox.charges c join payments p on p.idempotency_key = c.reference where p.subject = ${subject}`;
    return row ?? { succeeded: 0, all: 0 };
  }

  async function attemptsOf({
    subject,
  }: Scene): Promise<{ attempt: number; status: string; declineCode: string | null }[]> {
    return app().context.db.sql<{ attempt: number; status: string; declineCode: string | null }[]>`
      select attempt, status, decline_code from payments where subject = ${subject} order by attempt`;
  }

  async function expectPaidOnce(scene: Scene): Promise<void> {
    await app().settle();
    expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 1 });
    expect(await owedOn(app().context.db.sql, scene.heldAccount)).toBe(amountCents);
    expect(app().published('payment.succeeded', scene.subject)).toHaveLength(1);
    await app().check();
  }

  return { ready, chargesAtProcessor, attemptsOf, expectPaidOnce };
}
