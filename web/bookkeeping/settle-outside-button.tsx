import { useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { getAdminMoney } from '#contract/admin/money.ts';
import { getMovement, listMovements, type MovementDetail } from '#contract/admin/money-lists.ts';
import { settleRefundOutside } from '#contract/admin/settle-refund-outside.ts';
import { limits } from '#contract/limits.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface SettleOutsideProps {
  movement: Pick<MovementDetail, 'id' | 'amountCents'>;
  /** The attempt that the admin sees. */
  attempt: number;
}

/** Records that an admin paid a refund outside the card processor, after they confirmed it with a reason. */
export function SettleOutsideButton(props: SettleOutsideProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<Landmark aria-hidden="true" />} onClick={() => setAsking(true)}>
        Record as paid outside
      </Button>
      {isAsking ? <SettleOutsideDialog {...props} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function SettleOutsideDialog({
  movement: { id, amountCents },
  attempt,
  onClose,
}: SettleOutsideProps & { onClose: () => void }) {
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reason = text.trim();
  const amount = formatMoneyExact(amountCents);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(settleRefundOutside, { params: { id }, body: { attempt, reason } }),
    onSuccess: async () => {
      await refresh(getMovement, listMovements, getAdminMoney);
      onClose();
      toast({ title: `Recorded ${amount} as paid outside`, description: 'The fan gets a notice with your reason.' });
    },
  });
  const submit = () => {
    setTried(true);
    if (reason.length >= limits.reason.min) mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Did you pay the fan outside the card processor?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={submit}>
            Record {amount} as paid
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          This sends no money. Pay the fan {amount} first, for example by bank transfer, and then record it here. You
          can’t undo it.
        </p>
        <TextArea
          label="Reason"
          hint="How and when you paid. The fan reads it in a notice and on their receipt, so leave out account numbers."
          value={text}
          maxLength={limits.reason.max}
          counter={[reason.length, limits.reason.max]}
          error={tried && reason.length < limits.reason.min ? 'Reason is required' : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {error ? (
          <p className="field-error" role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
