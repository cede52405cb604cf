import type Stripe from 'stripe';
import type { StripeWorld } from './world.ts';

const tables = ['charges', 'refunds', 'transfers', 'reversals', 'disputes'] as const;
/** How many rows each table had when the run began. */
export type StripeMarks = Record<(typeof tables)[number], number>;

export async function markBooks(world: StripeWorld): Promise<StripeMarks> {
  const counts = await Promise.all(
    tables.map(async (name) => [name, (await world.stripe((stripe) => stripe.table(name))).length] as const),
  );
  return Object.fromEntries(counts) as StripeMarks;
}

export interface StripeBooks {
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  transfers: Stripe.Transfer[];
  reversals: Stripe.TransferReversal[];
  disputes: Stripe.Dispute[];
  /** By our reference of the attempt: what its charges took and neither a refund nor a dispute has returned, in cents. */
  keptByReference: Map<string, number>;
}

export function referenceOf({ metadata }: { metadata?: Stripe.Metadata | null }): string {
  return metadata?.fanfare_reference ?? '';
}

/** The rows of a run, from the stand-in's own tables. */
export async function readBooks({ world, marks }: { world: StripeWorld; marks: StripeMarks }): Promise<StripeBooks> {
  const rows = <K extends keyof StripeMarks>(name: K) => world.stripe((stripe) => stripe.table(name, marks[name]));
  const [charges, refunds, transfers, reversals, disputes] = await Promise.all([
    rows('charges'),
    rows('refunds'),
    rows('transfers'),
    rows('reversals'),
    rows('disputes'),
  ]);
  const keptByReference = new Map<string, number>();
  for (const charge of charges) {
    if (charge.status !== 'succeeded') continue;
    const returned = disputes.filter(({ charge: id, status }) => id === charge.id && status !== 'won');
    const back = returned.reduce((sum, { amount }) => sum + amount, charge.amount_refunded);
    const reference = referenceOf(charge);
    keptByReference.set(reference, (keptByReference.get(reference) ?? 0) + charge.amount - back);
  }
  return { charges, refunds, transfers, reversals, disputes, keptByReference };
}
