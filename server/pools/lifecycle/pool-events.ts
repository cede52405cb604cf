/** The events of a pool's lifecycle. An event names what happened, never the resulting status. */
export type PoolEvent =
  | { type: 'opened_by_admin' }
  /** The totals changed and may have crossed the goal or the floor. */
  | { type: 'pledges_changed' }
  /** The creator's payout account may have become ready. */
  | { type: 'account_changed' }
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
  /** The delivery was disabled after a takedown notice and stays so. */
  | { type: 'delivery_taken_down' }
  /** `profileId`: becomes the target of a pool that named no creator. */
  | { type: 'creator_assigned'; creatorId: string; profileId?: string }
  /** The creator lost the profile that the pool names, before they answered. */
  | { type: 'creator_unassigned' }
  | { type: 'remove' }
  | { type: 'freeze' }
  | { type: 'unfreeze' }
  /** The longest time that the pool may wait for an admin is over. */
  | { type: 'hold_over' }
  /** One of the pool's deadlines may have passed. */
  | { type: 'clock' };

export type PoolEventOf<T extends PoolEvent['type']> = Extract<PoolEvent, { type: T }>;
