import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePledge, getPledge, listMyPledges } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AmountChoice } from './amount-choice.tsx';
import { amountChoices, amountError } from './pledge-facts.ts';

/** Changes the amount of a pledge before cards are charged. */
export function ChangePledgeDialog({ pledge, onClose }: { pledge: PledgeView; onClose: () => void }) {
  const refresh = useRefresh();
  const { minPledgeCents } = useSite();
  const [cents, setCents] = useState<number | null>(pledge.amountCents);
  const [anonymous, setAnonymous] = useState(pledge.anonymous);
  const [tried, setTried] = useState(false);
  const wrong = amountError(cents, minPledgeCents);
  const sameAmount = cents === pledge.amountCents;
  const unchanged = sameAmount && anonymous === pledge.anonymous;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (amountCents: number) =>
      call(changePledge, { params: { id: pledge.id }, body: { amountCents, anonymous } }),
    onSuccess: async (changed) => {
      await refresh(resolvePool, getPool, getPledge, listMyPledges);
      toast({ title: t`Your pledge is now ${{ amount: formatMoney(changed.amountCents) }}`, durationMs: 3000 });
      onClose();
    },
  });
  const close = () => {
    onClose();
    // The pledge may have changed elsewhere. The dialog stays open until the fan has read why, because the refresh can remove it.
    if (error) void refresh(resolvePool, getPool, getPledge, listMyPledges);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cents !== null && !wrong && !unchanged) mutate(cents);
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t`Change your pledge`}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" form="change-pledge" variant="primary" busy={isPending} disabled={unchanged}>
            {cents === null || wrong || sameAmount
              ? t({ message: 'Change', context: 'verb on a button' })
              : t`Change to ${{ amount: formatMoney(cents) }}`}
          </Button>
        </>
      }
    >
      <form id="change-pledge" noValidate onSubmit={submit}>
        <AmountChoice
          cents={cents}
          onCents={setCents}
          choices={amountChoices(minPledgeCents)}
          minCents={minPledgeCents}
          error={tried ? (wrong ?? error?.message) : undefined}
        />
        <Checkbox
          label={t`Pledge anonymously`}
          checked={anonymous}
          onChange={(event) => setAnonymous(event.target.checked)}
        />
        <p className="text-sm text-muted">{t`Nothing is charged today. Your pledge stays on the same card.`}</p>
      </form>
    </Dialog>
  );
}
