import { sendReversal } from '#server/money/payouts/reverse-payout.ts';
import { sendPayoutPart } from '#server/money/payouts/send-payout-part.ts';
import { resumePayout } from '#server/money/payouts/start-payout.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { sendEvidence } from './disputes/send-evidence.ts';
import {
  evidenceJob,
  forgetCardJob,
  payoutPartJob,
  refundJob,
  reversalJob,
  startPayoutJob,
  webhookJob,
} from './job-kinds.ts';
import type { MoneyContext } from './money-context.ts';
import { processWebhook } from './process-webhook.ts';
import { reconcile } from './reconcile.ts';
import { sendRefund } from './send-refund.ts';

/** Registers the handlers of money's jobs and schedules the reconciler every minute. */
export function defineMoneyJobs(context: MoneyContext): void {
  const { jobs, processors } = context;
  const define = <P>({ kind, queue }: JobKind<P>, handler: (payload: P) => Promise<void>) =>
    jobs.define(kind, handler, { queue });
  define(refundJob, ({ refundId }) => sendRefund(context, refundId));
  define(evidenceJob, ({ disputeId }) => sendEvidence(context, disputeId));
  define(payoutPartJob, ({ partId }) => sendPayoutPart(context, partId));
  define(startPayoutJob, async ({ payoutId }) => void (await resumePayout(context, payoutId)));
  define(reversalJob, ({ reversalId }) => sendReversal(context, reversalId));
  define(webhookJob, ({ processor, eventId }) => processWebhook(context, processor, eventId));
  define(forgetCardJob, async ({ cardRef, processor }) =>
    processors.get(processor ?? processors.main.name).forgetCard({ cardRef }),
  );
  const sweep = jobs.define<undefined>('money.reconcile', everyMinute(context), { queue: 'clock' });
  jobs.every('money.reconcile', '* * * * *', sweep);
}

const fullEveryMs = 60 * 60_000;

/**
 * Compares the movements of three days once an hour, and otherwise the recent ones. A new process begins with all of them, and a
 * difference or a failure keeps it at that, so nothing that another process had seen is lost with it.
 */
function everyMinute(context: MoneyContext): () => Promise<void> {
  let fullAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const begin = performance.now();
    const recentOnly = begin - fullAt < fullEveryMs;
    const { failed, mismatches } = await reconcile(context, { recentOnly });
    if (failed > 0 || mismatches.length > 0) fullAt = Number.NEGATIVE_INFINITY;
    else if (!recentOnly) fullAt = begin;
  };
}
