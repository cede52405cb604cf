import type {} from '#server/platform/jobs/facts.ts';

/** The subject of every fact of this module; `userId` is the fan. */
interface AboutPledge {
  pledgeId: string;
  poolId: string;
  userId: string;
}

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A card is saved for the pledge, which now counts. Repeated if the fan's return and the processor's event confirm it both. */
    'pledge.placed': AboutPledge;
    /** The fan raised the amount of a pledge that waits for the goal. */
    'pledge.raised': AboutPledge;
    /** The fan raised (`pledge.raised` is published, too) or lowered the amount. */
    'pledge.changed': AboutPledge & { amountCentsBefore: number };
    'pledge.withdrawn': AboutPledge;
    /** The charge failed and the fan must act. `reminder` is 0 the first time, then counts the reminders. */
    'pledge.payment_due': AboutPledge & { reminder: number };
    /** The card expires before the pool can be collected. Published once per card and pool. */
    'pledge.card_expiring': AboutPledge;
    'pledge.paid': AboutPledge;
    /** The processor has refunded the charge. */
    'pledge.refunded': AboutPledge;
    /**
     * An admin refunded an amount, or (not `byAdmin`) paid the refund of an ended pledge outside the card processor. `owedCents`: the
     * creator's part of it, if the money was released before. `outsideReason`: how the admin paid it; null if it went to the card.
     */
    'pledge.admin_refunded': AboutPledge & {
      refundId: string;
      amountCents: number;
      reason: string;
      owedCents: number;
      byAdmin: boolean;
      outsideReason: string | null;
    };
    /** The fan's bank has taken the payment back until it decides; the fan cannot read deliveries until then. */
    'pledge.disputed': AboutPledge;
    'pledge.dispute_won': AboutPledge;
    'pledge.dispute_lost': AboutPledge;
    /** The pledge ended without a charge. */
    'pledge.released': AboutPledge;
    /** A late pledge ended without a charge, because the creator deleted their account. `pledge.released` is published, too. */
    'pledge.late_ended': AboutPledge;
    /** As `pledge.late_ended`, because an admin took the profile back from the creator. */
    'pledge.late_taken_back': AboutPledge;
    /** As `pledge.late_ended`, because a copyright notice disabled the delivery. */
    'pledge.late_withheld': AboutPledge;
    /** The owner changed the pool before the card of this pledge was saved. `pledge.released` is published, too. */
    'pledge.pool_changed': AboutPledge;
    /** The fan became the creator who receives the request. `pledge.released` is published, too. */
    'pledge.own_request': AboutPledge;
    /** The fan did not pay within the payment window, or is suspended, so that no card was charged. */
    'pledge.dropped': AboutPledge & { fanSuspended?: boolean };
  }
}
