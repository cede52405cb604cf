/** As in web/routes.tsx. */
type Access = 'anyone' | 'user' | 'creator' | 'admin';

export type Role = 'visitor' | 'fan' | 'creator' | 'admin';

export const roles: readonly Role[] = ['visitor', 'fan', 'creator', 'admin'];

/** Addresses that depend on who and what is there. */
export interface Places {
  pool: string;
  creator: string;
  /** A pledge of the fan whose payment is due. */
  pledgeId: string;
  /** A pledge of the fan that was paid. */
  paidPledgeId: string;
  /** Somebody's public profile. */
  person: string;
}

export interface Screen {
  /** What is shown: the same name at several addresses is the same screen. */
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

/** Texts, each at its own name. */
export const readingPages: readonly string[] = [
  'about-us',
  'how-it-works',
  'for-fans',
  'for-creators',
  'faq',
  'contact-us',
  'terms-of-service',
  'creator-agreement',
  'privacy-policy',
  'cookie-policy',
  'ccpa',
  'copyright',
  'trademark-policy',
  'usc-2257',
];

/** The others differ in their words alone: one of them stands for all where screens are looked at. */
const lookedAtAlone: readonly string[] = ['contact-us', 'how-it-works', 'privacy-policy'];

/** Every address that answers with a page, and who may see it. Extended with each new page. */
export function screensOf({ pool, creator, pledgeId, paidPledgeId, person }: Places): Screen[] {
  return [
    screen('start', '/'),
    screen('home', '/home', 'user'),
    screen('feed', '/browse-tip-pools'),
    screen('feed', '/browse-tippools'),
    screen('creators', '/creators'),
    screen('creator', creator),
    screen('favorites', '/favorites', 'user'),
    screen('create-pool', '/pool/create', 'user'),
    screen('create-pool', '/create', 'user'),
    screen('create-pool', '/create-pool', 'user'),
    screen('pool', pool),
    screen('dashboard', '/dashboard', 'creator'),
    screen('users', '/users', 'user'),
    screen('user', person),
    screen('account', '/my-account', 'user'),
    screen('settings', '/settings', 'user'),
    screen('notifications', '/notifications', 'user'),
    screen('messages', '/messages', 'user'),
    screen('messages', '/chat', 'user'),
    screen('messages', '/chats', 'user'),
    screen('receipt', `/receipts/${paidPledgeId}`, 'user'),
    screen('become-creator', '/become-creator'),
    screen('admin', '/admin', 'admin'),
    screen('admin-pools', '/admin/pools', 'admin'),
    screen('admin-verifications', '/admin/verifications', 'admin'),
    screen('admin-claims', '/admin/claims', 'admin'),
    screen('admin-claims', '/admin/claims', 'admin'),
    screen('admin-content-claims', '/admin/content-claims', 'admin'),
    screen('admin-reports', '/admin/reports', 'admin'),
    screen('admin-chat', '/admin/chat?room=Music', 'admin'),
    screen('payment-success', '/payment/success'),
    screen('payment-declined', '/payment/declined'),
    screen('payment', `/payment/${pledgeId}`, 'user'),
    screen('auth', '/auth'),
    screen('register', '/auth?mode=register'),
    screen('forgot-password', '/forgot-password'),
    screen('reset-password', '/reset-password?token=none'),
    screen('verify-email', '/verify-email'),
    ...readingPages.map((name) => screen(lookedAtAlone.includes(name) ? name : 'text', `/${name}`)),
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

/** What somebody sees there: signed-in people see the home view at / and /auth, and only the fan's own payment and receipt are theirs. */
export function seenAs(role: Role, screen: Screen): Screen {
  if (role === 'visitor') return screen;
  if (['start', 'auth', 'register'].includes(screen.name)) return { ...screen, name: 'home' };
  if (['payment', 'receipt'].includes(screen.name) && role !== 'fan')
    return { ...screen, name: 'not-found', status: 404 };
  return screen;
}
