import { appError } from '#contract/errors.ts';
import { closeSubject } from '#server/money/close-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { chargePledge } from './charge-pledge.ts';
import { cardRetryJob, chargeJob, closeJob, refundJob, remindJob, setupOverJob, subjectOf } from './pledge-jobs.ts';
import { refundPledge } from './refund-pledge.ts';
import { noticeExpiringCards } from './reminders/notice-expiring-cards.ts';
import { remindPledge } from './reminders/remind-pledge.ts';
import { retryCard } from './reminders/retry-card.ts';
import { endSetup } from './setup/end-setup.ts';
import { sweepOwnPledges, sweepPledges } from './sweep-pledges.ts';

export function definePledgeJobs(context: MoneyContext): void {
  const { jobs } = context;
  const define = <P extends { pledgeId: string }>(kind: JobKind<P>, work: (pledgeId: string) => Promise<void>) =>
    jobs.define<P>(kind.kind, ({ pledgeId }) => work(pledgeId), { queue: kind.queue });
  define(chargeJob, async (pledgeId) => {
    // The error makes pg-boss retry with backoff.
    if ((await chargePledge(context, pledgeId)) === 'unsettled') throw appError('card_processor_unavailable');
  });
  define(refundJob, (pledgeId) => refundPledge(context, pledgeId));
  define(closeJob, (pledgeId) => closeSubject(context, subjectOf(pledgeId)));
  define(setupOverJob, (pledgeId) => endSetup(context, pledgeId));
  define(remindJob, (pledgeId) => remindPledge(context, pledgeId));
  define(cardRetryJob, (pledgeId) => retryCard(context, pledgeId));
  const expiring = jobs.define<undefined>('pledge.expiring_cards', () => noticeExpiringCards(context), {
    queue: 'clock',
  });
  jobs.every('pledge.expiring_cards', '37 * * * *', expiring);
  const sweep = jobs.define<undefined>('pledge.sweep', () => sweepPledges(context), { queue: 'clock' });
  jobs.every('pledge.sweep', '13 * * * *', sweep);
  const sweepOwn = jobs.define<undefined>('pledge.sweep_own', () => sweepOwnPledges(context), { queue: 'clock' });
  jobs.every('pledge.sweep_own', '*/5 * * * *', sweepOwn);
}
