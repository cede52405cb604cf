import { useMutation } from '@tanstack/react-query';
import { pledgeToPool } from '#contract/calls/pledges.ts';
import { type Text, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { CardError } from './card-error.tsx';
import { forgetRequestKey, type PledgeSlot, requestKeyFor } from './request-key.ts';

/** Opens a new card page for a pledge whose card was not saved. The request key makes the server return the same pledge. */
async function openCardPage(slot: PledgeSlot, { id, poolPath, amountCents, anonymous }: PledgeView): Promise<void> {
  const { pledge, setup } = await call(pledgeToPool, {
    params: { poolId: slot.poolId },
    body: { amountCents, anonymous, requestKey: requestKeyFor(slot, { amountCents, anonymous }) },
  });
  // Another pledge has taken the place of an ended one. The pool may have changed, so the fan reads it first.
  if (setup && pledge.id === id) return location.assign(setup.url);
  forgetRequestKey(slot);
  navigate(poolPath);
}

/** A button that returns to the card page, which says why the last card was declined. */
export function RetryCardSetup({ pledge, action = t`Try again` }: { pledge: PledgeView; action?: Text }) {
  const slot = { poolId: pledge.poolId, userId: useUser()?.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => openCardPage(slot, pledge),
    onError: (failure) => {
      const { code } = asAppError(failure);
      if (code === 'not_signed_in') goToSignIn(`${location.pathname}${location.search}`);
      if (code === 'request_key_reused') forgetRequestKey(slot);
    },
  });
  return (
    <>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => mutate()}>
        {action}
      </Button>
      <LinkButton to={pledge.poolPath} size="lg">{t`View pool`}</LinkButton>
      {error ? <CardError error={error} /> : null}
    </>
  );
}
