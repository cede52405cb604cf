import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { PaidCharge } from '#contract/admin/refunds.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { DrawerPart, PartLine } from '#web/admin-table/drawer-part.tsx';
import { WaitingForSecond } from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const words: Record<PaidCharge['refunds'][number]['result'], readonly [words: Message, tone: Tone]> = {
  pending: [msg`No answer yet`, 'accent'],
  done: [msg({ message: 'Done', context: 'the state of an action or a payment' }), 'paid'],
  outside: [msg`Paid outside`, 'paid'],
  failed: [msg({ message: 'Refused', context: 'a refund that the card processor refused' }), 'danger'],
  returned: [msg`Came back`, 'danger'],
};

const warningReason = msg`Your bank warned us that you may not have made this payment.`;

interface RefundButtonProps {
  charge: PaidCharge;
  /** The bank warned of fraud, so the button offers a full refund and the dialog fills in the reason. */
  warned?: boolean;
}

/** The button that refunds a paid charge, or why it cannot be refunded. */
export function RefundButton({ charge, warned }: RefundButtonProps) {
  const [isAsking, setAsking] = useState(false);
  // An open dialog stays, so that a request whose answer was lost can be repeated with its key.
  if (charge.waiting && !isAsking) return <WaitingForSecond waiting={charge.waiting} />;
  if (charge.blocked && !isAsking) return <p className="mt-4 text-sm text-muted">{charge.blocked}</p>;
  const isOver = charge.pledgeStatus === 'refund_pending';
  const choice = isOver
    ? t`Refund the rest`
    : charge.refundedCents > 0
      ? t`Refund the rest or a part`
      : t`Refund all or a part`;
  return (
    <>
      <Button
        variant={warned ? 'primary' : undefined}
        className="mt-4"
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {warned ? t`Refund ${{ amount: formatMoneyExact(charge.leftCents) }}` : choice}
      </Button>
      {isAsking ? (
        <RefundDialog charge={charge} reason={warned ? textOf(warningReason) : ''} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

/** The refunds of a paid charge. */
export function ChargeRefunds({ charge: { refunds } }: { charge: PaidCharge }) {
  return (
    <DrawerPart
      title={t`Refunds`}
      part={{ items: refunds, totalCount: refunds.length }}
      none={t`This payment hasn’t been refunded.`}
      keyOf={({ id }) => id}
    >
      {({ amountCents, result, reason, createdAt }) => (
        <PartLine
          what={<b>{formatMoneyExact(amountCents)}</b>}
          aside={
            <span>
              <Chip tone={words[result][1]}>{textOf(words[result][0])}</Chip> <RelativeTime at={createdAt} />
            </span>
          }
          note={reason}
        />
      )}
    </DrawerPart>
  );
}
