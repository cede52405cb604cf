import { CreditCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listSavedCards, removeSavedCard } from '#contract/calls/pledges.ts';
import { t, verbatim } from '#contract/language/text.ts';
import type { SavedCard } from '#contract/pledges/pledges.ts';
import { call } from '#web/data/call.ts';
import { useData, useRefresh } from '#web/data/query.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { cardText } from './pledge-facts.ts';
import { savedCards } from './saved-cards.ts';

function useRemoval() {
  const refresh = useRefresh();
  const [asked, ask] = useState<SavedCard>();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (!asked) return;
    setBusy(true);
    try {
      await call(removeSavedCard, { params: { id: asked.id } });
      await refresh(listSavedCards);
      toast({
        title: t`Card removed`,
        description: t`${{ card: cardText(asked) }} was deleted here and at the card processor.`,
      });
    } catch (error) {
      toastError(error, t`We couldn’t remove the card`);
    }
    setBusy(false);
    ask(undefined);
  };
  return { asked, ask, busy, remove };
}

/** The fan's saved cards. Only the card processor stores the card numbers. */
export function CardList() {
  const cards = useData(savedCards);
  const { asked, ask, busy, remove } = useRemoval();
  return (
    <>
      <Loaded
        of={cards}
        loading={<Skeleton className="h-16 w-full" />}
        failed={t`We couldn’t load your cards`}
        empty={(data) =>
          data.length === 0 && (
            <p className="card px-5 py-4 text-muted">{t`No saved cards yet. Your card is saved when you pledge.`}</p>
          )
        }
      >
        {(data) => (
          <ul className="card divide-y divide-line">
            {data.map((card) => (
              <li key={card.id} className="flex items-center gap-4 py-2.5 pe-2.5 ps-5">
                <CreditCard aria-hidden="true" className="text-muted" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">{cardText(card)}</p>
                  <p className="text-sm text-muted tabular-nums">
                    {t`Expires ${{ date: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}` }}`}
                  </p>
                </div>
                <IconButton label={t`Remove ${{ card: cardText(card) }}`} onClick={() => ask(card)}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        onConfirm={() => void remove()}
        title={asked ? t`Remove ${{ card: cardText(asked) }}?` : verbatim('')}
        action={t`Remove`}
        busy={busy}
      >
        <p>{t`You can save it again with your next pledge. Past payments don’t change.`}</p>
      </Confirm>
    </>
  );
}
