import { useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { paymentPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { dismissPledge, listMyPledges } from '#contract/pledges/pledges.ts';
import { formatMoney } from '#contract/values/money.ts';
import { timeLeft } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { howToSolve, whyPaymentDue } from './pledge-texts.ts';

/** The fan's pledges whose payment is due. */
export const duePledges = optional(live(query(listMyPledges, { query: { status: 'notified' } })));

function useDismiss() {
  const queries = useQueryClient();
  const mark = (id: string, dismissed: boolean) =>
    queries.setQueryData<PledgeView[]>(duePledges.queryKey, (pledges) =>
      pledges?.map((pledge) => (pledge.id === id ? { ...pledge, dismissed } : pledge)),
    );
  return async ({ id }: PledgeView) => {
    mark(id, true);
    try {
      await call(dismissPledge, { params: { id } });
    } catch (error) {
      // The pledge was paid or dropped in the meantime, so the notice stays hidden.
      if (asAppError(error).code === 'nothing_due') return;
      mark(id, false);
      toastError(error);
    }
  };
}

function dueWords({ dueAt }: PledgeView): string {
  const left = dueAt && timeLeft(dueAt);
  return left ? `Due within ${left}.` : 'Due now.';
}

/** The card that lists payments due. Renders nothing if there are none. */
export function PaymentRequired() {
  const pledges = useData(duePledges).data?.filter(({ dismissed }) => !dismissed) ?? [];
  const dismiss = useDismiss();
  if (pledges.length === 0) return null;
  return (
    <section aria-labelledby="payment-required" className="card mb-8 overflow-hidden">
      <div className="flex gap-4 bg-accent-wash px-5 py-4">
        <CreditCard aria-hidden="true" className="mt-0.5 text-accent-text" />
        <div>
          <h2 id="payment-required" className="text-lg!">
            Payment Required
          </h2>
          <p className="mt-1 text-sm text-muted">
            The creator accepted. Pay in time, or your pledge is dropped and nothing is charged.
          </p>
        </div>
      </div>
      <ul className="divide-y divide-line">
        {pledges.map((pledge) => (
          <li key={pledge.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
            <div className="min-w-0 grow basis-60">
              <Link to={pledge.poolPath} className="tap font-semibold wrap-anywhere hover:text-accent-text">
                {pledge.poolTitle}
              </Link>
              <p className="text-sm text-muted" suppressHydrationWarning>
                {whyPaymentDue(pledge)} {howToSolve(pledge)} {dueWords(pledge)}
              </p>
            </div>
            <span className="num text-xl">{formatMoney(pledge.amount)}</span>
            <div className="flex gap-2">
              <LinkButton to={paymentPath(pledge.id)} variant="primary">
                Pay Now
              </LinkButton>
              <Button variant="ghost" onClick={() => void dismiss(pledge)}>
                Dismiss
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
