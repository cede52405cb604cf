import type {} from '#server/platform/jobs/facts.ts';

/** Who it is about, in every fact of this module. */
interface AboutPledge {
  pledgeId: string;
  poolId: string;
  userId: string;
}

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** The card was not charged and the fan has to act. `reminder` is 0 at first, then counts the reminders. */
    'pledge.payment_due': AboutPledge & { reminder: number };
    'pledge.paid': AboutPledge;
    /** The processor has given the money back. */
    'pledge.refunded': AboutPledge;
    /** Let go without a charge. */
    'pledge.released': AboutPledge;
    /** Not paid within the window. */
    'pledge.dropped': AboutPledge;
  }
}
