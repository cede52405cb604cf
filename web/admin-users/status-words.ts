import type { AdminUserDetail } from '#contract/admin/users.ts';
import { type Message, msg } from '#contract/language/text.ts';

type Pledge = AdminUserDetail['pledges']['items'][number];

export const pledgeWords: Record<Pledge['status'], Message> = {
  setup_pending: msg`setup pending`,
  pledged: msg`pledged`,
  charging: msg`charging`,
  notified: msg({ message: 'notified', context: 'status of a pledge: the fan knows that the payment failed' }),
  paid: msg`paid`,
  withdrawn: msg`withdrawn`,
  released: msg({ message: 'released', context: 'status of a pledge: the card is not charged' }),
  dropped: msg`dropped`,
  refund_pending: msg`refund pending`,
  refunded: msg`refunded`,
  disputed: msg`disputed`,
  dispute_lost: msg`dispute lost`,
};

/** The state of a charge, after its amount. */
export const chargeTexts: Record<Pledge['charges'][number]['status'], (amount: string) => Message> = {
  created: (amount) => msg`${{ amount }} created`,
  processing: (amount) => msg`${{ amount }} processing`,
  succeeded: (amount) => msg`${{ amount }} succeeded`,
  failed: (amount) => msg`${{ amount }} failed`,
  stray: (amount) => msg`${{ amount }} stray`,
};

export const reportWords: Record<AdminUserDetail['reportsBy']['items'][number]['status'], Message> = {
  open: msg({ message: 'open', context: 'a report without a decision' }),
  upheld: msg`upheld`,
  dismissed: msg`dismissed`,
};
