import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useParams } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { Receipt, receiptOf } from '#web/pledges/receipt.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { BackLink } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: msg`Receipt`,
  description: msg`What you paid for one pledge, where the money goes, and what was refunded.`,
  noindex: true,
  queries: ({ params, user }) => (user ? [receiptOf(params.pledgeId)] : []),
});

export function Component() {
  const { pledgeId } = useParams();
  const receipt = useData(receiptOf(pledgeId));
  return (
    <>
      <div className="print:hidden mx-auto mb-3 max-w-160">
        <BackLink fallback={`${paths.myAccount}?show=receipts`} />
      </div>
      <Loaded
        of={receipt}
        loading={<Skeleton className="mx-auto h-155 max-w-160 rounded-xl!" />}
        failed={t`We couldn’t load this receipt`}
      >
        {(data) => <Receipt receipt={data} />}
      </Loaded>
    </>
  );
}
