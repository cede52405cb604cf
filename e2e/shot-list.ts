import type { PoolStatus } from '#contract/pools/pools.ts';
import { adminShots } from './admin-shots.ts';
import { fillGoal } from './create-pool-form.ts';
import { textPages } from './screens.ts';
import type { Shot } from './shot.ts';
import { chooseFile, failForms, fillFirstStep, openChat, pledging, press, search } from './shot-steps.ts';

const everyone = ['visitor', 'fan', 'creator', 'admin'] as const;

const states: readonly PoolStatus[] = [
  'open',
  'goal_met',
  'accepted',
  'collecting',
  'in_production',
  'delivery_review',
  'delivered',
  'completed',
  'expired',
  'declined',
];

/** Every screen, for each role to which it looks different. Add new pages here. */
export const shots: readonly Shot[] = [
  { name: 'start', path: () => '/', who: everyone },
  { name: 'feed', path: () => '/browse-tip-pools', who: ['visitor', 'fan'] },
  { name: 'feed-category', path: () => '/browse-tip-pools?categories=Dance', who: ['visitor'] },
  { name: 'feed-categories', path: () => '/browse-tip-pools?categories=Comedy,Music,Tech', who: ['visitor'] },
  { name: 'feed-empty', path: () => '/browse-tip-pools?categories=NSFW', who: ['visitor'] },
  { name: 'feed-search', path: () => '/browse-tip-pools?search=song&sort=most-funded', who: ['visitor'] },
  { name: 'feed-no-match', path: () => '/browse-tip-pools?search=zzyzx', who: ['visitor'] },
  { name: 'feed-following', path: () => '/browse-tip-pools?following=true', who: ['visitor', 'fan'] },
  {
    name: 'feed-following-empty',
    path: () => '/browse-tip-pools?following=true&categories=NSFW',
    who: ['admin'],
    widths: [390, 1440],
  },
  { name: 'feed-page-2', path: () => '/browse-tip-pools?page=2', who: ['visitor'] },
  {
    name: 'feed-more-categories',
    path: () => '/browse-tip-pools',
    who: ['visitor'],
    prepare: press(/more categories$/),
    widths: [390],
  },
  { name: 'search-start', path: () => '/how-it-works', who: ['visitor', 'admin'], prepare: (page) => search(page) },
  { name: 'search', path: () => '/users', who: ['visitor', 'fan'], prepare: (page) => search(page, 'ma') },
  { name: 'search-nothing', path: () => '/users', who: ['fan'], prepare: (page) => search(page, 'zzyzx') },
  { name: 'menu', path: () => '/browse-tip-pools', who: everyone, prepare: press('Open menu'), widths: [390] },
  { name: 'film', path: () => '/', who: ['visitor'], prepare: press('Watch Video') },
  ...textPages.map((name): Shot => ({ name, path: () => `/${name}`, who: ['visitor'] })),
  { name: 'moderation-report', path: () => '/moderation-report', who: ['visitor'] },
  { name: 'auth', path: () => '/auth', who: ['visitor'] },
  { name: 'auth-faults', path: () => '/auth', who: ['visitor'], prepare: (page) => failForms(page, 'Sign In') },
  { name: 'register', path: () => '/auth?mode=register', who: ['visitor'] },
  { name: 'auth-pledge-register', path: ({ pool }) => pledging('register', pool('open')), who: ['visitor'] },
  { name: 'auth-pledge-sign-in', path: ({ pool }) => pledging('login', pool('goal_met')), who: ['visitor'] },
  {
    name: 'auth-google-off',
    path: () => '/auth',
    who: ['visitor'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sign in with Google' }).click();
      await page.getByText('Google sign-in isn’t set up on this site.').waitFor();
    },
  },
  { name: 'auth-link-over', path: () => '/auth/link', who: ['visitor'] },
  { name: 'auth-google-other', path: () => '/auth?error=google_other_account', who: ['visitor'] },
  { name: 'pool-resumed', path: ({ request }) => `/pool/${request}?amount=1000&anonymous=1`, who: ['debtor'] },
  {
    name: 'register-faults',
    path: () => '/auth?mode=register',
    who: ['visitor'],
    prepare: (page) => failForms(page, 'Create account'),
  },
  { name: 'forgot-password', path: () => '/forgot-password', who: ['visitor'] },
  { name: 'reset-password', path: () => '/reset-password?token=some-token', who: ['visitor'] },
  { name: 'verify-email', path: () => '/verify-email', who: ['visitor'] },
  { name: 'unsubscribe', path: () => '/unsubscribe', who: ['visitor'] },
  { name: 'not-found', path: () => '/no/such/page', who: ['visitor', 'fan'] },
  { name: 'api-docs', path: () => '/api/docs', who: ['visitor'] },
  { name: 'creators', path: () => '/creators', who: ['visitor', 'fan'] },
  { name: 'creators-category', path: () => '/creators?category=Music', who: ['visitor'] },
  { name: 'creators-nobody', path: () => '/creators?search=zzyzx', who: ['visitor'] },
  {
    name: 'add-creator',
    path: () => '/creators',
    who: ['fan'],
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true }).click();
      await page.getByRole('button', { name: 'Add creator', exact: true }).click();
      await page.getByText('is required').first().waitFor();
    },
  },
  { name: 'creator', path: ({ creator }) => creator, who: ['visitor', 'creator'] },
  { name: 'creator-unclaimed', path: ({ unclaimedCreator }) => unclaimedCreator, who: ['visitor'] },
  {
    name: 'creator-claim',
    path: ({ unclaimedCreator }) => unclaimedCreator,
    who: ['fan'],
    prepare: press('Claim this profile'),
  },
  {
    name: 'creator-removal',
    path: ({ unclaimedCreator }) => unclaimedCreator,
    who: ['fan'],
    prepare: press('Remove me'),
  },
  { name: 'become-creator', path: () => '/become-creator', who: ['visitor', 'fan', 'creator'] },

  ...states.map(
    (status): Shot => ({
      name: `pool-${status.replaceAll('_', '-')}`,
      path: ({ pool }) => pool(status),
      who: ['fan'],
    }),
  ),
  { name: 'pool-open', path: ({ pool }) => pool('open'), who: ['visitor', 'admin'] },
  { name: 'pool-delivered', path: ({ pool }) => pool('delivered'), who: ['visitor'] },
  { name: 'pool-payment-due', path: ({ pool }) => pool('collecting'), who: ['debtor'] },
  { name: 'pool-request', path: ({ request }) => `/pool/${request}`, who: ['creator'] },
  {
    name: 'pledge-sheet',
    path: ({ pool }) => pool('open'),
    who: ['visitor'],
    prepare: press(/^Pledge \$/),
    widths: [390],
  },
  { name: 'change-pledge', path: ({ pool }) => pool('goal_met'), who: ['fan'], prepare: press('Change amount') },
  { name: 'withdraw-pledge', path: ({ pool }) => pool('goal_met'), who: ['fan'], prepare: press('Withdraw') },
  { name: 'share', path: ({ pool }) => pool('open'), who: ['visitor'], prepare: press('Share'), widths: [768, 1440] },

  { name: 'home', path: () => '/home', who: ['debtor'] },
  { name: 'create-pool', path: () => '/pool/create', who: ['fan'] },
  {
    name: 'create-pool-faults',
    path: () => '/pool/create',
    who: ['fan'],
    prepare: (page) => page.getByRole('button', { name: 'Continue', exact: true }).click(),
  },
  { name: 'create-pool-goal', path: () => '/pool/create', who: ['fan'], prepare: fillFirstStep },
  {
    name: 'create-pool-look',
    path: () => '/pool/create',
    who: ['fan'],
    prepare: async (page) => {
      await fillFirstStep(page);
      await fillGoal(page, 450);
    },
  },
  { name: 'age-gate', path: () => '/pool/create', who: ['fan'], prepare: press('NSFW') },
  { name: 'favorites', path: () => '/favorites', who: ['fan', 'debtor'] },
  { name: 'following', path: () => '/following', who: ['fan'] },
  {
    name: 'pool-comments',
    path: (targets) => `${targets.pool('open')}?tab=comments`,
    who: ['visitor', 'fan'],
    prepare: (page) => page.locator('#comments').scrollIntoViewIfNeeded(),
  },
  { name: 'pool-updates', path: (targets) => `/pool/${targets.work}?tab=updates`, who: ['visitor', 'creator'] },
  {
    name: 'pool-updates-write',
    path: (targets) => `/pool/${targets.work}?tab=updates`,
    who: ['creator'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Write an update' }).click();
      await page.getByLabel('Contributors only').waitFor();
    },
  },
  { name: 'pool-fans', path: (targets) => `${targets.pool('open')}?tab=fans`, who: ['visitor'] },
  {
    name: 'report',
    path: (targets) => targets.pool('open'),
    who: ['creator'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More for this pool' }).click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'users', path: () => '/users', who: ['fan'] },
  { name: 'users-search', path: () => '/users?search=mar', who: ['fan'] },
  { name: 'users-nobody', path: () => '/users?search=zzyzx', who: ['fan'] },
  { name: 'user', path: () => '/user/marak', who: ['visitor', 'fan', 'creator'] },
  { name: 'user-backs', path: () => '/user/marak?show=backs', who: ['visitor'] },
  { name: 'user-follows', path: () => '/user/marak?show=follows', who: ['visitor'] },
  {
    name: 'user-block',
    path: () => '/user/marak',
    who: ['creator'],
    prepare: async (page) => {
      await page.getByRole('button', { name: /^More about/ }).click();
      await page.getByRole('menuitem', { name: 'Block' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'settings', path: () => '/settings', who: ['fan', 'creator'] },
  { name: 'api-tokens', path: () => '/settings/tokens', who: ['fan'] },
  { name: 'settings-profile', path: () => '/settings#profile', who: ['fan'], widths: [390] },
  { name: 'settings-notifications', path: () => '/settings#notifications', who: ['fan', 'creator'], widths: [390] },
  {
    name: 'delete-account',
    path: () => '/settings#delete',
    who: ['fan'],
    prepare: press('Delete account…'),
    widths: [390, 1440],
  },
  { name: 'chat', path: () => '/browse-tip-pools', who: ['visitor', 'fan'], prepare: openChat },
  { name: 'chat-pool', path: ({ pool }) => pool('open'), who: ['visitor', 'fan'], prepare: openChat },
  { name: 'messages', path: () => '/messages', who: ['fan', 'admin'] },
  {
    name: 'messages-open',
    path: () => '/messages',
    who: ['fan'],
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first().getByRole('link').click();
      await page.getByRole('log').getByRole('article').first().waitFor();
    },
  },
  { name: 'messages-new', path: () => '/messages', who: ['fan'], prepare: press('New message') },
  { name: 'notifications', path: () => '/notifications', who: ['fan', 'creator', 'admin'] },
  { name: 'notifications-creator', path: () => '/notifications?show=creator', who: ['creator'] },
  { name: 'notifications-following', path: () => '/notifications?show=following', who: ['fan'] },
  { name: 'account', path: () => '/my-account', who: ['fan', 'debtor'] },
  { name: 'account-pools', path: () => '/my-account?show=pools', who: ['fan', 'creator'] },
  { name: 'account-receipts', path: () => '/my-account?show=receipts', who: ['fan', 'creator'] },
  { name: 'account-payouts', path: () => '/my-account?show=payouts', who: ['creator'] },
  { name: 'receipt', path: ({ paidPledge }) => `/receipts/${paidPledge}`, who: ['fan'] },
  { name: 'payment', path: ({ duePledge }) => `/payment/${duePledge}`, who: ['debtor'] },
  { name: 'payment-success', path: ({ paidPledge }) => `/payment/success?pledge=${paidPledge}`, who: ['fan'] },
  { name: 'payment-pledged', path: ({ openPledge }) => `/payment/success?pledge=${openPledge}`, who: ['fan'] },
  {
    name: 'payment-told',
    path: ({ toldPledge }) => `/payment/success?pledge=${toldPledge}`,
    who: ['fan'],
  },
  { name: 'payment-left', path: ({ unsavedPledge }) => `/payment/declined?pledge=${unsavedPledge}`, who: ['debtor'] },
  { name: 'payment-declined', path: ({ duePledge }) => `/payment/declined?pledge=${duePledge}`, who: ['debtor'] },
  { name: 'card-page', path: ({ checkout }) => checkout, who: ['debtor'] },

  { name: 'dashboard', path: () => '/dashboard', who: ['creator'] },
  { name: 'dashboard-ended', path: () => '/dashboard?view=ended', who: ['creator'] },
  { name: 'dashboard-earnings', path: () => '/dashboard?view=earnings', who: ['creator'] },
  { name: 'dashboard-terms', path: () => '/dashboard?view=terms', who: ['creator'] },
  { name: 'dashboard-page', path: () => '/dashboard?view=page', who: ['creator'] },
  { name: 'dashboard-fans', path: ({ work }) => `/dashboard?fans=${work}`, who: ['creator'] },
  { name: 'accept', path: ({ request }) => `/dashboard?request=${request}`, who: ['creator'] },
  {
    name: 'decline',
    path: ({ request }) => `/dashboard?request=${request}`,
    who: ['creator'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Decline…' }).click();
      await page.getByRole('dialog', { name: 'Decline this request?' }).waitFor();
    },
  },
  { name: 'deliver', path: ({ work }) => `/dashboard?deliver=${work}`, who: ['creator'] },
  { name: 'deliver-file', path: ({ work }) => `/dashboard?deliver=${work}`, who: ['creator'], prepare: chooseFile },
  ...adminShots,
];
