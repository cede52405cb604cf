import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { queueIn } from '#web/moderation/queue-state.ts';
import { verificationQueue, verificationsOf } from '#web/moderation/queues.ts';
import { VerificationList } from '#web/moderation/verification-list.tsx';

export const page = definePage({
  title: 'Creator verifications',
  description: 'Creator applications to approve or reject.',
  canonical: paths.adminVerifications,
  noindex: true,
  queries: ({ url }) => [verificationsOf(queueIn(verificationQueue, url.searchParams))],
});

export const Component = VerificationList;
