/** What can happen to a pool. The order of the words is "what happened", never what should become of it. */
export type PoolEvent =
  | { type: 'opened_by_admin' }
  /** Pledges came, went, changed or were paid: the totals may have crossed something. */
  | { type: 'pledges_changed' }
  | {
      type: 'accept';
      acceptedBy: string;
      deliveryDays: number;
      floorCents: number;
      atCurrentAmount: boolean;
      allowLatePledges: boolean;
      feePercent: number;
    }
  | { type: 'decline' }
  | { type: 'cancel'; byAdmin: boolean; othersPledged: boolean }
  /** Every charge has its final outcome. */
  | { type: 'charges_final' }
  | { type: 'proceed' }
  | { type: 'give_up' }
  | { type: 'submit_delivery' }
  | { type: 'delivery_approved' }
  | { type: 'delivery_sent_back' }
  | { type: 'objection_upheld'; outcome: 'refund' | 'redo' }
  /** `profileId`: their profile becomes the target of a pool that asked no one. */
  | { type: 'creator_assigned'; creatorId: string; profileId?: string }
  | { type: 'remove' }
  | { type: 'freeze' }
  | { type: 'unfreeze' }
  /** A moment the pool waited for may have come. */
  | { type: 'clock' };

export type PoolEventOf<T extends PoolEvent['type']> = Extract<PoolEvent, { type: T }>;
