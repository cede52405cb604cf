import { CircleAlert, CircleCheck, ListChecks, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  checkBooks,
  getAdminMoney,
  getMoneyDays,
  listHeldPools,
  listMovements,
  reconcileNow,
} from '#contract/calls/admin.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toastError } from '#web/ui/toast.tsx';

interface Outcome {
  good: boolean;
  title: Text;
  details: ReactNode;
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-1 grid gap-1">
      {items.map((item) => (
        <li key={item} className="wrap-anywhere">
          {item}
        </li>
      ))}
    </ul>
  );
}

async function reconcile(): Promise<Outcome> {
  const { asked, failed, differences } = await call(reconcileNow);
  if (failed + differences.length === 0) {
    return {
      good: true,
      title: t`The processor and our ledger agree`,
      details: t`${plural({ lookups: asked }, { one: '# look-up', other: '# look-ups' })}, all settled.`,
    };
  }
  const details = (
    <>
      {failed > 0 ? (
        <p>
          {t`${plural({ failed }, { one: '# look-up', other: '# look-ups' })} of ${plural({ asked }, { other: '#' })} failed. They’re repeated every minute.`}
        </p>
      ) : null}
      {differences.length > 0 ? (
        <>
          <p>{t`The sums differ for these references. Look them up at the processor:`}</p>
          <List items={differences} />
        </>
      ) : null}
    </>
  );
  return { good: false, title: t`Not everything is reconciled`, details };
}

async function check(): Promise<Outcome> {
  const { invariants } = await call(checkBooks);
  const broken = invariants.filter(({ violations }) => violations.length > 0);
  if (broken.length === 0) {
    return {
      good: true,
      title: t`${plural({ invariants: invariants.length }, { other: 'All # invariants hold' })}`,
      details: t`Money, pledges, pools and the ledger’s hash chain are consistent.`,
    };
  }
  const details = broken.map(({ name, violations }) => (
    <div key={name} className="mt-2">
      <b>{name}</b>
      <List items={violations} />
    </div>
  ));
  return {
    good: false,
    title: t`${plural({ broken: broken.length }, { other: '#' })} of ${plural({ invariants: invariants.length }, { other: '# invariants' })} don’t hold`,
    details,
  };
}

/** Buttons that reconcile and check the books, with the last result. */
export function BookChecks() {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [running, setRunning] = useState<'reconcile' | 'check'>();
  const [outcome, setOutcome] = useState<Outcome>();

  async function run(name: 'reconcile' | 'check', work: () => Promise<Outcome>): Promise<void> {
    setRunning(name);
    try {
      setOutcome(await work());
      if (name === 'reconcile') await refresh(getAdminMoney, getMoneyDays, listMovements, listHeldPools);
    } catch (error) {
      toastError(error);
    }
    setRunning(undefined);
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button
          disabled={!ready || running === 'check'}
          busy={running === 'reconcile'}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void run('reconcile', reconcile)}
        >{t`Reconcile now`}</Button>
        <Button
          disabled={!ready || running === 'reconcile'}
          busy={running === 'check'}
          icon={<ListChecks aria-hidden="true" />}
          onClick={() => void run('check', check)}
        >{t`Check the books`}</Button>
      </div>
      <div role="status">
        {outcome ? (
          <div className="notice" data-tone={outcome.good ? 'paid' : 'danger'}>
            {outcome.good ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            <div>
              <b>{outcome.title}</b>
              <div>{outcome.details}</div>
            </div>
          </div>
        ) : null}
      </div>
    </div>
  );
}
