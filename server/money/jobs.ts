import { sendPayout } from '#server/money/payouts/send-payout.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { forgetCardJob, payoutJob, refundJob, webhookJob } from './job-kinds.ts';
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
  define(payoutJob, ({ payoutId }) => sendPayout(context, payoutId));
  define(webhookJob, ({ processor, eventId }) => processWebhook(context, processor, eventId));
  define(forgetCardJob, async ({ cardRef, processor }) =>
    processors.get(processor ?? processors.main.name).forgetCard({ cardRef }),
  );
  const sweep = jobs.define<undefined>('money.reconcile', async () => void (await reconcile(context)), {
    queue: 'clock',
  });
  jobs.every('money.reconcile', '* * * * *', sweep);
}
