import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AdminMoney, ledgerExportPath, moneyMonthsCsvPath } from '#contract/admin/money.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { BookChecks } from './book-checks.tsx';
import { disputes, held } from './lists.ts';
import { FraudWarningAttention, InquiryAttention } from './money-overview.tsx';
import { moneyQuery } from './money-queries.ts';
import { HeldTable, MonthTable, Position } from './money-tables.tsx';
import { MovementTable, movementsHref } from './movement-table.tsx';

function Part({ id, title, actions, children }: { id: string; title: Text; actions?: ReactNode; children: ReactNode }) {
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
        title={t`Unsettled and failed`}
        actions={<ListLink to={movementsHref({ status: '' })}>{t`All movements`}</ListLink>}
      >
        <MovementTable
          caption={t`Unsettled and failed movements`}
          rows={troubles}
          count={troubleCount}
          empty={{
            title: t`Everything is settled`,
            text: t`No charge, payout or refund is under way or has failed.`,
          }}
        />
      </Part>
      <Part id="position" title={t`Where the money is`}>
        <Position position={position} />
        <p className="mt-3 text-sm text-muted">
          <RichText
            text={msg`Fans see the signed figures on <books>Check our books</books>.`}
            tags={{ books: (text) => <TextLink to={paths.transparency}>{text}</TextLink> }}
          />
        </p>
      </Part>
      <Part
        id="held"
        title={t`Held per pool`}
        actions={<ListLink to={held.list.path}>{t`All pools with money`}</ListLink>}
      >
        <HeldTable held={most} total={heldPoolCount} />
      </Part>
      <Part
        id="disputes"
        title={t`Disputes`}
        actions={<ListLink to={disputes.list.path}>{t`Disputes and evidence`}</ListLink>}
      >
        <FraudWarningAttention count={money.warningCount} />
        <InquiryAttention count={money.unbookedCount} />
        <MovementTable
          caption={t`Open disputes`}
          rows={openDisputes}
          count={disputeCount}
          empty={{
            title: t`No open disputes`,
            text: t`When a fan’s bank questions a payment, it appears here with the deadline for submitting evidence.`,
          }}
        />
      </Part>
      <Part
        id="months"
        title={t`Month by month`}
        actions={
          <div className="flex flex-wrap gap-2.5">
            <FileLink href={moneyMonthsCsvPath}>{t`Months as CSV`}</FileLink>
            <FileLink href={ledgerExportPath}>{t`Whole ledger`}</FileLink>
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
        title={t`Money`}
        back={paths.admin}
        lead={
          data?.processor.testMode
            ? t`Every cent, from charge to payout. Test mode: no real money moves.`
            : t`Every cent, from charge to payout.`
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
        failed={t`We couldn’t load the books`}
      >
        {(loaded) => <Books money={loaded} />}
      </Loaded>
    </>
  );
}
