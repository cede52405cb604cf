import { useMutation } from '@tanstack/react-query';
import { replacePledgeCard } from '#contract/calls/pledges.ts';
import { t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { CardError } from './card-error.tsx';

/** A button that opens the page on which the fan saves a new card for a pledge. */
export function ReplaceCard({ pledge, variant = 'quiet' }: { pledge: PledgeView; variant?: 'primary' | 'quiet' }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(replacePledgeCard, { params: { id: pledge.id } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <Button variant={variant} busy={isPending} onClick={() => mutate()}>{t`Replace card`}</Button>
      {error ? <CardError error={error} /> : null}
    </>
  );
}
