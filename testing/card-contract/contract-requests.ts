import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type ChargeState, ProcessorFault } from '#server/money/card-processor.ts';
import type { Driver, TestCard } from './driver.ts';

export const amountCents = 20_00;

const returns = {
  successUrl: 'https://fanfare.example/success',
  cancelUrl: 'https://fanfare.example/cancel',
  locale: 'en',
};

/** A customer with a card that was saved on the hosted page. */
export interface CardHolder {
  customerRef: string;
  cardRef: string;
}

export interface ContractCharge extends CardHolder {
  chargeRef: string;
  reference: string;
}

/** Asserts that a call fails with a ProcessorFault, of this kind if given. The port throws nothing else. */
export async function expectFault(call: Promise<unknown>, kind?: ProcessorFault['kind']): Promise<void> {
  const outcome: unknown = await call.then(
    (answer) => answer,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ProcessorFault);
  if (kind) expect(outcome).toMatchObject({ kind });
}

/**
 * Asserts that a look-up by our reference alone misses an object or finds it as it is. It must find a charge that moved money; other
 * objects it may miss, because repeating their request under its key returns them.
 */
export async function expectMissedOr<T>(answer: Promise<T | null>, state: T | null): Promise<void> {
  expect([null, state]).toContainEqual(await answer);
}

/** Requests as the product makes them: a key per row, and our reference on every object. */
export function contractRequests(driver: Driver) {
  const { port } = driver;

  async function newCustomer(): Promise<string> {
    const userId = randomUUID();
    const { customerRef } = await port.createCustomer({ userId, key: `customer:${userId}` });
    return customerRef;
  }

  async function setupRequest() {
    const reference = `setup:${randomUUID()}`;
    return { customerRef: await newCustomer(), reference, description: 'Your pledge', key: reference, ...returns };
  }

  async function paymentRequest() {
    const reference = `payment:${randomUUID()}`;
    return {
      customerRef: await newCustomer(),
      reference,
      description: 'Your pledge',
      key: reference,
      amountCents,
      ...returns,
    };
  }

  /** Saves a card on the hosted page and reads it back. */
  async function saveCard(card: Exclude<TestCard, 'declined'> = 'pays'): Promise<CardHolder> {
    const request = await setupRequest();
    const { sessionRef, url } = await port.startCardSetup(request);
    await driver.enterCard(url, card);
    if (card === 'asks') await driver.answerBank(url, 'approve');
    const state = await port.lookUpSetup({ sessionRef, reference: request.reference });
    if (state?.status !== 'completed') throw new Error(`the card was not saved: ${JSON.stringify(state)}`);
    return { customerRef: request.customerRef, cardRef: state.card.cardRef };
  }

  function chargeRequest(holder: CardHolder, cents = amountCents) {
    const reference = `payment:${randomUUID()}`;
    return { ...holder, amountCents: cents, reference, description: 'Your pledge', key: reference };
  }

  /** A charge that is created and not confirmed. */
  async function newCharge(card: Exclude<TestCard, 'declined'> = 'pays'): Promise<ContractCharge> {
    const holder = await saveCard(card);
    const request = chargeRequest(holder);
    const { chargeRef } = await port.createCharge(request);
    return { ...holder, chargeRef, reference: request.reference };
  }

  const confirm = ({ chargeRef, reference }: ContractCharge) =>
    port.confirmCharge({ chargeRef, key: `${reference}:confirm` });

  async function paidCharge(): Promise<ContractCharge> {
    const charge = await newCharge();
    expect(await confirm(charge)).toMatchObject({ status: 'succeeded' });
    return charge;
  }

  function refundRequest({ chargeRef }: Pick<ContractCharge, 'chargeRef'>, cents = amountCents) {
    const reference = `refund:${randomUUID()}:1`;
    return { chargeRef, amountCents: cents, reference, key: reference };
  }

  /** A payout of money that a charge brought in. */
  async function payoutRequest({ chargeRef }: Pick<ContractCharge, 'chargeRef'>, cents = 5_00) {
    const reference = `payout:${randomUUID()}:1`;
    return { accountRef: await driver.payoutAccount(), amountCents: cents, chargeRef, reference, key: reference };
  }

  const lookUp = (by: Partial<Parameters<typeof port.lookUpCharge>[0]>): Promise<ChargeState | null> =>
    port.lookUpCharge({ chargeRef: null, sessionRef: null, reference: '', ...by });

  /** The sum of the movements of one reference, in cents. Asks again for a while, because a processor may list them late. */
  async function expectMoved(reference: string, cents: number): Promise<void> {
    const since = new Date(Date.now() - 3_600_000);
    const sum = async () => {
      const movements = await port.listMovements(since);
      const own = movements.filter((movement) => movement.reference === reference);
      return own.reduce((total, movement) => total + movement.amountCents, 0);
    };
    await expect.poll(sum).toBe(cents);
  }

  return {
    newCustomer,
    setupRequest,
    paymentRequest,
    saveCard,
    chargeRequest,
    newCharge,
    confirm,
    paidCharge,
    refundRequest,
    payoutRequest,
    lookUp,
    expectMoved,
  };
}

export type ContractRequests = ReturnType<typeof contractRequests>;

/** A processor that is ready; it opens before the first test. */
export type Ready = () => { driver: Driver; requests: ContractRequests };
