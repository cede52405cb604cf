import { noticeKindsOf } from '#contract/notifications.ts';
import type { Shot } from './shot.ts';
import { openFirstRow, press, previewFreeze, selectMatches } from './shot-steps.ts';

const mailShot = (id: string): Shot => ({
  name: `admin-mails-${id.replaceAll('_', '-')}`,
  path: () => `/admin/mails?mail=${id}`,
  who: ['admin'],
  widths: [390, 1440],
});

/** The emails of the news for creators and for their followers. */
const newsMails = (['requests', 'first_pledges', 'milestones', 'backers', 'following'] as const)
  .flatMap((topic) => [...noticeKindsOf[topic]])
  .map(mailShot);

/** The emails about sign-ins, second admins and payout accounts. */
const safetyMails = [
  'second-step-passkey-added',
  'second-step-app-added',
  'second-step-code-used',
  'second-step-removed',
  'new-device',
  'google-linked',
  'google-unlinked',
  'approval_requested',
  'approval_approved',
  'approval_refused',
  'approval_lapsed',
  'payout_account_changed',
  'creator_imitates',
].map(mailShot);

/** The screens of the admin area. */
export const adminShots: readonly Shot[] = [
  { name: 'admin', path: () => '/admin', who: ['admin'] },
  { name: 'admin-users', path: () => '/admin/users', who: ['admin'] },
  { name: 'admin-user', path: () => '/admin/users', who: ['admin'], prepare: openFirstRow },
  { name: 'admin-pools', path: () => '/admin/pools', who: ['admin'] },
  { name: 'admin-pool', path: () => '/admin/pools', who: ['admin'], prepare: openFirstRow },
  { name: 'admin-pool-bulk', path: () => '/admin/pools', who: ['admin'], prepare: previewFreeze },
  {
    name: 'admin-pool-acts',
    path: () => '/admin/pools',
    who: ['admin'],
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'admin-verifications', path: () => '/admin/verifications', who: ['admin'] },
  { name: 'admin-claims', path: () => '/admin/claims', who: ['admin'] },
  { name: 'admin-claim', path: () => '/admin/claims?kind=creator', who: ['admin'], prepare: openFirstRow },
  { name: 'admin-content-claims', path: () => '/admin/content-claims', who: ['admin'] },
  { name: 'admin-delivery', path: () => '/admin/content-claims', who: ['admin'], prepare: openFirstRow },
  { name: 'admin-reports', path: () => '/admin/reports', who: ['admin'] },
  { name: 'admin-audit', path: () => '/admin/audit', who: ['admin'] },
  { name: 'admin-money', path: () => '/admin/money', who: ['admin'] },
  { name: 'admin-movements', path: () => '/admin/money/movements?status=all', who: ['admin'] },
  { name: 'admin-movement', path: () => '/admin/money/movements?status=all', who: ['admin'], prepare: openFirstRow },
  { name: 'admin-disputes', path: () => '/admin/money/disputes?status=', who: ['admin'] },
  {
    name: 'admin-refund',
    path: () => '/admin/money/movements?status=settled&kind=charge',
    who: ['admin'],
    prepare: async (page) => {
      await openFirstRow(page);
      await press(/^Refund/)(page);
    },
  },
  { name: 'admin-approvals', path: () => '/admin/approvals', who: ['admin'] },
  { name: 'admin-held', path: () => '/admin/money/held', who: ['admin'] },
  {
    name: 'admin-users-matches',
    path: () => '/admin/users',
    who: ['admin'],
    prepare: selectMatches,
    widths: [768, 1440],
  },
  { name: 'admin-chat', path: () => '/admin/chat?room=Music', who: ['admin'] },
  { name: 'admin-health', path: () => '/admin/health', who: ['admin'] },
  { name: 'admin-mails', path: () => '/admin/mails?mail=digest-daily', who: ['admin'] },
  { name: 'admin-mails-creator', path: () => '/admin/mails?mail=pool_creator_verified', who: ['admin'] },
  ...newsMails,
  ...safetyMails,
  { name: 'admin-mails-dark', path: () => '/admin/mails?mail=receipt&view=dark', who: ['admin'] },
  { name: 'admin-mails-text', path: () => '/admin/mails?mail=receipt&view=text', who: ['admin'] },
  {
    name: 'admin-mute',
    path: () => '/admin/chat?room=Music',
    who: ['admin'],
    prepare: press('Mute someone…'),
    widths: [390, 1440],
  },
  { name: 'admin-takedowns', path: () => '/admin/takedowns', who: ['admin'] },
  { name: 'admin-records', path: () => '/admin/performer-records', who: ['admin'] },
];
