import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AdminMoney, ledgerExportPath, moneyMonthsCsvPath } from '#contract/admin/money.ts';
import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BookChecks } from './book-checks.tsx';
import { disputes, held } from './lists.ts';
import { FraudWarningAttention, InquiryAttention } from './money-overview.tsx';
import { moneyQuery } from './money-queries.ts';
import { HeldTable, MonthTable, Position } from './money-tables.tsx';
import { MovementTable, movementsHref } from './movement-table.tsx';

function Part({
  id,
  title,
  actions,
  children,
}: {
  id: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** The whole list of a part. */
function ListLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton size="sm" to={to}>
      {children}
    </LinkButton>
  );
}

/** A file from the server. Not a page, so a plain link. */
function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={buttonClass({ size: 'sm' })}>
      <Download aria-hidden="true" />
      <span className="contents">{children}</span>
    </a>
  );
}

function Books({ money }: { money: AdminMoney }) {
  const {
    position,
    held: most,
    heldPoolCount,
    troubles,
    troubleCount,
    disputes: openDisputes,
    disputeCount,
    months,
  } = money;
  return (
    <>
      <Part
        id="attention"
        title="Unsettled and failed"
        actions={<ListLink to={movementsHref({ status: '' })}>All movements</ListLink>}
      >
        <MovementTable
          caption="Unsettled and failed movements"
          rows={troubles}
          count={troubleCount}
          empty={{
            title: 'Everything is settled',
            text: 'No charge, payout or refund is under way or has failed.',
          }}
        />
      </Part>
      <Part id="position" title="Where the money is">
        <Position position={position} />
        <p className="mt-3 text-sm text-muted">
          Fans see the signed figures on <TextLink to={paths.transparency}>Check our books</TextLink>.
        </p>
      </Part>
      <Part id="held" title="Held per pool" actions={<ListLink to={held.list.path}>All pools with money</ListLink>}>
        <HeldTable held={most} total={heldPoolCount} />
      </Part>
      <Part id="disputes" title="Disputes" actions={<ListLink to={disputes.list.path}>Disputes and evidence</ListLink>}>
        <FraudWarningAttention count={money.warningCount} />
        <InquiryAttention count={money.unbookedCount} />
        <MovementTable
          caption="Open disputes"
          rows={openDisputes}
          count={disputeCount}
          empty={{
            title: 'No open disputes',
            text: 'When a fan’s bank questions a payment, it appears here with the deadline for submitting evidence.',
          }}
        />
      </Part>
      <Part
        id="months"
        title="Month by month"
        actions={
          <div className="flex flex-wrap gap-2.5">
            <FileLink href={moneyMonthsCsvPath}>Months as CSV</FileLink>
            <FileLink href={ledgerExportPath}>Whole ledger</FileLink>
          </div>
        }
      >
        <MonthTable months={months} />
      </Part>
    </>
  );
}

/** The admin's view of the books. */
export function MoneyBooks() {
  const money = useData(moneyQuery);
  const { data } = money;
  return (
    <>
      <PageHeader
        title="Money"
        back={paths.admin}
        lead={
          data?.processor.testMode
            ? 'Every cent, from charge to payout. Test mode: no real money moves.'
            : 'Every cent, from charge to payout.'
        }
      />
      <BookChecks />
      <Loaded
        of={money}
        loading={
          <div className="mt-10 grid gap-6">
            <Skeleton className="h-40 rounded-xl!" />
            <Skeleton className="h-52 rounded-xl!" />
          </div>
        }
        failed="We couldn’t load the books"
      >
        {(loaded) => <Books money={loaded} />}
      </Loaded>
    </>
  );
}
