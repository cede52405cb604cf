import { sendReversal } from '#server/money/payouts/reverse-payout.ts';
import { sendPayoutPart } from '#server/money/payouts/send-payout-part.ts';
import { resumePayout } from '#server/money/payouts/start-payout.ts';
import { repeatFailedSelfTests, runSelfTests } from '#server/money/problems/run-self-tests.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { deleteOldTraces } from './card-testing/card-testing.sql.ts';
import { sendEvidence } from './disputes/send-evidence.ts';
import { forgetPerson } from './erase-payer.ts';
import {
  evidenceJob,
  forgetCardJob,
  forgetCustomerJob,
  payoutPartJob,
  refundJob,
  retryRefundJob,
  reversalJob,
  startPayoutJob,
  webhookJob,
} from './job-kinds.ts';
import type { MoneyContext } from './money-context.ts';
import { reconcile } from './reconcile.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { retryRefund } from './retries/retry-refund.ts';
import { endCoveredReturned } from './retries/returned-refunds.sql.ts';
import { processWebhook } from './webhooks/process-webhook.ts';

/** Registers the handlers of money's jobs and schedules the reconciler every minute, and every hour with a longer search. */
export function defineMoneyJobs(context: MoneyContext): void {
  const { jobs, processors } = context;
  const define = <P>({ kind, queue }: JobKind<P>, handler: (payload: P) => Promise<void>) =>
    jobs.define(kind, handler, { queue });
  define(refundJob, ({ refundId }) => sendRefund(context, refundId));
  define(retryRefundJob, async (payload) => void (await retryRefund(context, payload)));
  define(evidenceJob, ({ disputeId }) => sendEvidence(context, disputeId));
  define(payoutPartJob, async ({ partId }) => void (await sendPayoutPart(context, partId)));
  define(startPayoutJob, async ({ payoutId }) => void (await resumePayout(context, payoutId)));
  define(reversalJob, ({ reversalId }) => sendReversal(context, reversalId));
  define(webhookJob, ({ processor, eventId }) => processWebhook(context, processor, eventId));
  define(forgetCardJob, async ({ cardRef, processor }) =>
    processors.get(processor ?? processors.main.name).forgetCard({ cardRef }),
  );
  define(forgetCustomerJob, ({ userId }) => forgetPerson(context, userId));
  // A process begins far, because all nodes may have been down for longer than the other runs look back.
  let isFirst = true;
  const sweep = (kind: string, cron: string, far: boolean) => {
    const run = async () => {
      await reconcile(context, { far: far || isFirst });
      if (far) await runSelfTests(context);
      else await repeatFailedSelfTests(context);
      isFirst = false;
      if (!far) return;
      await endCoveredReturned(context.db.sql);
      await deleteOldTraces(context.db.sql);
    };
    jobs.every(kind, cron, jobs.define<undefined>(kind, run, { queue: 'clock' }));
  };
  sweep('money.reconcile', '* * * * *', false);
  sweep('money.reconcile_far', '41 * * * *', true);
}
