/** The same as in web/routes.tsx. */
type Access = 'anyone' | 'user' | 'creator' | 'admin';

export type Role = 'visitor' | 'fan' | 'creator' | 'admin';

export const roles: readonly Role[] = ['visitor', 'fan', 'creator', 'admin'];

/** Paths and ids that depend on the test data. */
export interface Places {
  pool: string;
  creator: string;
  /** A pledge of the fan whose payment is due. */
  pledgeId: string;
  /** A pledge of the fan that was paid. */
  paidPledgeId: string;
  /** A person's public profile. */
  person: string;
}

export interface Screen {
  /** The screen's name; several paths can show the same screen. */
  name: string;
  path: string;
  access: Access;
  status?: number;
}

const screen = (name: string, path: string, access: Access = 'anyone', status = 200): Screen => ({
  name,
  path,
  access,
  status,
});

/** Text pages; each path is its name. */
export const textPages: readonly string[] = [
  'about-us',
  'how-it-works',
  'for-fans',
  'for-creators',
  'faq',
  'developers',
  'contact-us',
  'terms-of-service',
  'creator-agreement',
  'privacy-policy',
  'cookie-policy',
  'ccpa',
  'copyright',
  'trademark-policy',
  'usc-2257',
  'transparency',
];

/** The other text pages differ only in their text, so tests that inspect screens use one of them. */
const distinctTextPages: readonly string[] = [
  'contact-us',
  'developers',
  'how-it-works',
  'privacy-policy',
  'transparency',
];

/** Every path of a page and the access it requires. Add new pages here. */
export function listScreens({ pool, creator, pledgeId, paidPledgeId, person }: Places): Screen[] {
  return [
    screen('start', '/'),
    screen('home', '/home', 'user'),
    screen('feed', '/browse-tip-pools'),
    screen('feed', '/browse-tippools'),
    screen('creators', '/creators'),
    screen('creator', creator),
    screen('favorites', '/favorites', 'user'),
    screen('following', '/following', 'user'),
    screen('following', '/saved', 'user'),
    screen('create-pool', '/pool/create', 'user'),
    screen('create-pool', '/create', 'user'),
    screen('create-pool', '/create-pool', 'user'),
    screen('pool', pool),
    screen('dashboard', '/dashboard', 'creator'),
    screen('dashboard-earnings', '/dashboard?view=earnings', 'creator'),
    screen('dashboard-terms', '/dashboard?view=terms', 'creator'),
    screen('dashboard-page', '/dashboard?view=page', 'creator'),
    screen('users', '/users', 'user'),
    screen('user', person),
    screen('account', '/my-account', 'user'),
    screen('settings', '/settings', 'user'),
    screen('api-tokens', '/settings/tokens', 'user'),
    screen('notifications', '/notifications', 'user'),
    screen('messages', '/messages', 'user'),
    screen('messages', '/chat', 'user'),
    screen('messages', '/chats', 'user'),
    screen('receipt', `/receipts/${paidPledgeId}`, 'user'),
    screen('become-creator', '/become-creator'),
    screen('admin', '/admin', 'admin'),
    screen('admin-users', '/admin/users', 'admin'),
    screen('admin-movements', '/admin/money/movements', 'admin'),
    screen('admin-held', '/admin/money/held', 'admin'),
    screen('admin-pools', '/admin/pools', 'admin'),
    screen('admin-verifications', '/admin/verifications', 'admin'),
    screen('admin-claims', '/admin/claims', 'admin'),
    screen('admin-claims', '/admin/claims', 'admin'),
    screen('admin-content-claims', '/admin/content-claims', 'admin'),
    screen('admin-reports', '/admin/reports', 'admin'),
    screen('admin-money', '/admin/money', 'admin'),
    screen('admin-takedowns', '/admin/takedowns', 'admin'),
    screen('admin-records', '/admin/performer-records', 'admin'),
    screen('moderation-report', '/moderation-report'),
    screen('admin-chat', '/admin/chat?room=Music', 'admin'),
    screen('admin-audit', '/admin/audit', 'admin'),
    screen('admin-mails', '/admin/mails', 'admin'),
    screen('admin-health', '/admin/health', 'admin'),
    screen('payment-success', '/payment/success'),
    screen('payment-declined', '/payment/declined'),
    screen('payment', `/payment/${pledgeId}`, 'user'),
    screen('auth', '/auth'),
    screen('register', '/auth?mode=register'),
    screen('forgot-password', '/forgot-password'),
    screen('reset-password', '/reset-password?token=none'),
    screen('verify-email', '/verify-email'),
    screen('unsubscribe', '/unsubscribe'),
    ...textPages.map((name) => screen(distinctTextPages.includes(name) ? name : 'text', `/${name}`)),
    screen('not-found', '/no/such/page', 'anyone', 404),
  ];
}

const rights: Record<Role, readonly Access[]> = {
  visitor: ['anyone'],
  fan: ['anyone', 'user'],
  creator: ['anyone', 'user', 'creator'],
  admin: ['anyone', 'user', 'creator', 'admin'],
};

export const maySee = (role: Role, { access }: Screen) => rights[role].includes(access);

/** The screen that a role sees: signed-in people see the home view at / and /auth, and only the fan may open the payment and the receipt. */
export function expectedScreen(role: Role, screen: Screen): Screen {
  if (role === 'visitor') return screen;
  if (['start', 'auth', 'register'].includes(screen.name)) return { ...screen, name: 'home' };
  if (['payment', 'receipt'].includes(screen.name) && role !== 'fan')
    return { ...screen, name: 'not-found', status: 404 };
  return screen;
}
