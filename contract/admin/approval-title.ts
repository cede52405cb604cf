import { type Text, t } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import type { ApprovalKind } from './approval-summary.ts';

/** Names a request: "Refund of $250.00". `about` is the username of a new admin. */
export function approvalTitle(kind: ApprovalKind, amountCents: number | null, about: string): Text {
  const amount = formatMoneyExact(amountCents ?? 0);
  switch (kind) {
    case 'payment.refund':
      return t`Refund of ${{ amount }}`;
    case 'refund.retry':
      return t`Refund of ${{ amount }}, sent again`;
    case 'refund.settle_outside':
      return t`Refund of ${{ amount }}, paid outside`;
    case 'delivery.approve':
      return t`Delivery worth ${{ amount }}`;
    case 'user.promote':
      return t`New admin ${{ username: about }}`;
  }
}
