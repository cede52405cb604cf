import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health } from '#contract/admin/health.ts';
import { getHealth } from '#contract/calls/admin.ts';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { FigureList } from '#web/admin-table/figure-list.tsx';
import { usePolling } from '#web/admin-table/use-polling.ts';
import { query, useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CheckList } from './check-list.tsx';
import { JobTable } from './job-table.tsx';
import { NodeTable } from './node-table.tsx';
import { SettingList } from './setting-list.tsx';
import { SetupOnHealthPage } from './setup-checklist.tsx';
import { StatementList } from './statement-list.tsx';
import { summaryOf } from './summary.ts';

export const healthQuery = { ...query(getHealth), staleTime: 3000 };

const looks = {
  ok: { Icon: CircleCheck, color: 'text-paid-text', wash: 'bg-paid-wash' },
  warning: { Icon: TriangleAlert, color: 'text-accent-text', wash: 'bg-accent-wash' },
  problem: { Icon: CircleAlert, color: 'text-danger-text', wash: 'bg-danger-wash' },
};

/** The verdict, with the reasons for it. */
function Verdict({ health, actions }: { health: Health; actions: ReactNode }) {
  const { state, title, text } = summaryOf(health.checks);
  const { Icon, color, wash } = looks[state];
  return (
    <section
      className={`card grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-2 p-5 md:grid-cols-[auto_1fr_auto] md:items-center ${wash}`}
      aria-labelledby="verdict"
    >
      <Icon aria-hidden="true" className={`size-9 ${color}`} />
      <div role="status">
        <h2 id="verdict">{title}</h2>
        <p className="mt-1 text-muted wrap-anywhere">{text}</p>
      </div>
      <div className="grid gap-2 max-md:col-span-full max-md:grid-cols-[1fr_auto] max-md:items-center md:justify-items-end md:text-end">
        <span className="text-sm text-muted">
          <RichText
            text={msg`Checked <when/>, version ${{ version: health.version }}`}
            tags={{ when: () => <RelativeTime at={health.checkedAt} /> }}
          />
        </span>
        {actions}
      </div>
    </section>
  );
}

function Part({ id, title, note, children }: { id: string; title: Text; note?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className={note ? 'mb-1' : 'mb-4'}>
        {title}
      </h2>
      {note ? <p className="mb-4 max-w-text text-muted">{note}</p> : null}
      {children}
    </section>
  );
}

function UnsettledMoney({ money }: { money: Health['money'] }) {
  const lag = money.webhookLagS;
  return (
    <FigureList
      figures={[
        { name: t`Held for pools`, figure: formatMoneyExact(money.heldCents), note: t`Owed to fans until delivery` },
        {
          name: t`Unknown charges`,
          figure: money.unknownCharges,
          note: t`Without an answer from the processor yet`,
        },
        { name: t`Refunds due`, figure: money.refundsDue, note: t`Not back with the fan yet` },
        {
          name: t`Webhook delay`,
          figure:
            lag === null
              ? t({ message: 'None', context: 'no webhook delay' })
              : t`${plural({ seconds: Math.round(lag) }, { one: '# second', other: '# seconds' })}`,
          note: t`Age of the oldest unprocessed webhook`,
        },
      ]}
    />
  );
}

function Report({ health, actions }: { health: Health; actions: ReactNode }) {
  return (
    <>
      <Verdict health={health} actions={actions} />
      <CheckList checks={health.checks} />
      <Part
        id="money"
        title={t`Unsettled money`}
        note={<TextLink to={paths.adminMoney}>{t`All balances and movements`}</TextLink>}
      >
        <UnsettledMoney money={health.money} />
      </Part>
      <Part id="jobs" title={t`Jobs`} note={t`Work in the background: emails, charges, refunds, deadlines.`}>
        <JobTable jobs={health.jobs} />
      </Part>
      <Part id="nodes" title={t`Nodes`} note={t`Every process that is connected to the database now.`}>
        <NodeTable nodes={health.nodes} />
      </Part>
      <Part id="setup" title={t`Setup`}>
        <SetupOnHealthPage />
      </Part>
      <Part
        id="settings"
        title={t`Settings`}
        note={t`Environment variables of the server, read at its start. A change takes effect after a restart. Values aren’t shown here.`}
      >
        <SettingList />
      </Part>
      <Part
        id="statements"
        title={t`Slow statements`}
        note={t`The database statements that took the most time in total, without any values.`}
      >
        <StatementList statements={health.statements} help={health.statementsHelp} />
      </Part>
    </>
  );
}

/** The health of the installation for admins. */
export function HealthReport() {
  const health = useData(healthQuery);
  const ready = useHydrated();
  usePolling(getHealth, health.data !== undefined);
  const again = (
    <Button
      size="sm"
      disabled={!ready}
      busy={health.isFetching}
      icon={<RefreshCw aria-hidden="true" />}
      onClick={() => void health.refetch()}
    >{t`Check again`}</Button>
  );
  return (
    <>
      <PageHeader title={t`Health`} back={paths.admin} />
      <Loaded
        of={health}
        loading={
          <div className="grid gap-6">
            <Skeleton className="h-28 rounded-xl!" />
            <Skeleton className="h-120 rounded-xl!" />
          </div>
        }
        failed={t`We couldn’t check this installation`}
      >
        {(loaded) => <Report health={loaded} actions={again} />}
      </Loaded>
    </>
  );
}
