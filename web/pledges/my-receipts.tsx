import { ReceiptText } from 'lucide-react';
import { msg, t } from '#contract/language/text.ts';
import { receiptPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/display.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { PledgesSkeleton } from './my-pledges.tsx';
import { myPledges } from './my-pledges-query.ts';
import { describePledge } from './pledge-texts.ts';

/** Every paid pledge has a receipt, even if it was refunded later. */
const wasPaid = <Pledge extends PledgeView>(pledge: Pledge): pledge is Pledge & { paidAt: string } =>
  pledge.paidAt !== null;

function ReceiptRow({ pledge, paidAt }: { pledge: PledgeView; paidAt: string }) {
  const { label, tone } = describePledge(pledge);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-0 grow basis-75">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="min-w-0 truncate" dir="auto">
            {pledge.poolTitle}
          </b>
          <Chip tone={tone}>{label}</Chip>
        </p>
        <p className="mt-1 text-sm text-muted">{t`Paid on ${{ date: fullDate(paidAt) }}`}</p>
      </div>
      <span className="num text-xl">{formatMoneyExact(pledge.amountCents)}</span>
      <LinkButton
        to={receiptPath(pledge.id)}
        icon={<ReceiptText aria-hidden="true" />}
        className="max-sm:ms-auto sm:min-w-36"
      >
        <RichText
          text={msg`Receipt<more> for ${{ pool: pledge.poolTitle }}</more>`}
          tags={{ more: (text) => <span className="sr-only">{text}</span> }}
        />
      </LinkButton>
    </li>
  );
}

/** The receipts of all paid pledges, newest first. */
export function MyReceipts() {
  const pledges = useData(myPledges);
  return (
    <Loaded
      of={pledges}
      loading={<PledgesSkeleton />}
      failed={t`We couldn’t load your receipts`}
      empty={(data) =>
        !data.some(wasPaid) && (
          <div className="card">
            <EmptyState
              title={t`No receipts yet`}
            >{t`Your card is charged when a pool meets its goal and the creator accepts. The receipt then appears here.`}</EmptyState>
          </div>
        )
      }
    >
      {(data) => (
        <ul className="long-list card divide-y divide-line">
          {data
            .filter(wasPaid)
            .sort((one, other) => other.paidAt.localeCompare(one.paidAt))
            .map((pledge) => (
              <ReceiptRow key={pledge.id} pledge={pledge} paidAt={pledge.paidAt} />
            ))}
        </ul>
      )}
    </Loaded>
  );
}
