import { useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { dismissPledge, listMyPledges } from '#contract/calls/pledges.ts';
import { msg, sentenceSpace, sentences, t } from '#contract/language/text.ts';
import { paymentPath } from '#contract/paths.ts';
import type { ListedPledge } from '#contract/pledges/pledges.ts';
import { asAppError, call } from '#web/data/call.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useHasPassed } from '#web/ui/hydration/use-has-passed.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { PledgeAmount, PledgeCreator, PledgeMeter, PledgePicture, PledgeRow, PledgeTitle } from './pledge-pool.tsx';
import { howToSolve, whileFrozen, whyPaymentDue } from './pledge-texts.ts';

/** The fan's pledges whose payment is due. */
export const duePledges = optional(live(query(listMyPledges, { query: { status: 'notified' } })));

function useDismiss() {
  const queries = useQueryClient();
  const mark = (id: string, dismissed: boolean) =>
    queries.setQueryData<ListedPledge[]>(duePledges.queryKey, (pledges) =>
      pledges?.map((pledge) => (pledge.id === id ? { ...pledge, dismissed } : pledge)),
    );
  return async ({ id }: ListedPledge) => {
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

const dueBy = 'mt-1.5 max-w-text text-sm text-muted';

/** The date and the time left, and what happens then. While the pool is frozen, nothing is due. */
function DueBy({ pledge }: { pledge: ListedPledge }) {
  const { dueAt, pool } = pledge;
  const isOver = useHasPassed(dueAt);
  if (pool?.frozen) return <p className={dueBy}>{whileFrozen(pledge)}</p>;
  if (!dueAt || isOver) return <p className={dueBy}>{t`Due now.`}</p>;
  return (
    <p className={dueBy}>
      <b className="text-danger-text">
        <RichText
          text={msg`Pay by <day/>, <time/>.`}
          tags={{ day: () => <Day at={dueAt} />, time: () => <RemainingTime until={dueAt} /> }}
        />
      </b>
      {sentenceSpace()}
      <span>{t`After that, your pledge is dropped and nothing is charged.`}</span>
    </p>
  );
}

/** Describes the buttons of a row, which have the same names in all rows. */
const titleIdOf = ({ id }: ListedPledge) => `due-${id}`;

function DueRow({ pledge, actions }: { pledge: ListedPledge; actions?: ReactNode }) {
  const solution = pledge.pool?.frozen ? '' : howToSolve(pledge);
  return (
    <PledgeRow
      picture={<PledgePicture pledge={pledge} />}
      act={
        <>
          <PledgeAmount cents={pledge.amount} />
          {pledge.can.pay ? (
            <LinkButton
              to={paymentPath(pledge.id)}
              variant="primary"
              aria-describedby={titleIdOf(pledge)}
            >{t`Pay Now`}</LinkButton>
          ) : null}
          {actions}
        </>
      }
    >
      <PledgeTitle pledge={pledge} id={titleIdOf(pledge)} />
      <PledgeCreator pledge={pledge} />
      <PledgeMeter pledge={pledge} />
      <p className="mt-1.5 max-w-text text-sm text-muted">{sentences(whyPaymentDue(pledge), solution)}</p>
      <DueBy pledge={pledge} />
    </PledgeRow>
  );
}

/** The payment that is due first comes first. */
const byDate = (a: ListedPledge, b: ListedPledge) => (a.dueAt ?? '').localeCompare(b.dueAt ?? '');

interface DueListProps {
  pledges: readonly ListedPledge[];
  actionsOf?: (pledge: ListedPledge) => ReactNode;
}

function DueList({ pledges, actionsOf }: DueListProps) {
  if (pledges.length === 0) return null;
  return (
    <section aria-labelledby="payment-required" className="card mb-8 overflow-hidden">
      <div className="flex gap-4 bg-accent-wash px-5 py-4">
        <CreditCard aria-hidden="true" className="mt-0.5 text-accent-text" />
        <div>
          <h2 id="payment-required" className="text-lg">{t`Payment Required`}</h2>
          <p className="mt-0.5 text-sm text-muted">{t`The creator accepted, but your card wasn’t charged.`}</p>
        </div>
      </div>
      <ul className="divide-y divide-line">
        {[...pledges].sort(byDate).map((pledge) => (
          <DueRow key={pledge.id} pledge={pledge} actions={actionsOf?.(pledge)} />
        ))}
      </ul>
    </section>
  );
}

/** The payments due that the fan has not dismissed. Renders nothing if there are none. */
export function PaymentRequired() {
  const pledges = useData(duePledges).data?.filter(({ dismissed }) => !dismissed) ?? [];
  const dismiss = useDismiss();
  return (
    <DueList
      pledges={pledges}
      actionsOf={(pledge) => (
        <Button variant="ghost" aria-describedby={titleIdOf(pledge)} onClick={() => void dismiss(pledge)}>
          {t({ message: 'Dismiss', context: 'closes a message' })}
        </Button>
      )}
    />
  );
}

/** All payments due until they are paid, also those that the fan dismissed elsewhere. */
export function DuePayments() {
  return <DueList pledges={useData(duePledges).data ?? []} />;
}
