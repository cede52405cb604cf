/** The path of every page. Redirect targets are paths of this site only. */
export const paths = {
  home: '/home',
  feed: '/browse-tip-pools',
  feedAlias: '/browse-tippools',
  auth: '/auth',
  /** The second step of a sign-in. */
  secondStep: '/auth/second-step',
  /** Where a person proves that an account is theirs before a provider is linked to it. */
  linkProvider: '/auth/link',
  /** Where people whose role needs a second factor set it up. */
  setUpSecondFactor: '/second-factor',
  favorites: '/favorites',
  following: '/following',
  createPool: '/pool/create',
  becomeCreator: '/become-creator',
  creators: '/creators',
  dashboard: '/dashboard',
  myAccount: '/my-account',
  settings: '/settings',
  apiTokens: '/settings/tokens',
  overlays: '/settings/overlays',
  notifications: '/notifications',
  messages: '/messages',
  users: '/users',
  adminUsers: '/admin/users',
  adminApprovals: '/admin/approvals',
  adminAudit: '/admin/audit',
  adminPools: '/admin/pools',
  adminVerifications: '/admin/verifications',
  adminClaims: '/admin/claims',
  adminContentClaims: '/admin/content-claims',
  adminReports: '/admin/reports',
  adminTakedowns: '/admin/takedowns',
  adminRecords: '/admin/performer-records',
  adminChat: '/admin/chat',
  adminMoney: '/admin/money',
  adminHealth: '/admin/health',
  adminMails: '/admin/mails',
  admin: '/admin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  paymentSuccess: '/payment/success',
  paymentDeclined: '/payment/declined',
  aboutUs: '/about-us',
  howItWorks: '/how-it-works',
  forFans: '/for-fans',
  forCreators: '/for-creators',
  faq: '/faq',
  developers: '/developers',
  contactUs: '/contact-us',
  termsOfService: '/terms-of-service',
  creatorAgreement: '/creator-agreement',
  privacyPolicy: '/privacy-policy',
  cookiePolicy: '/cookie-policy',
  ccpa: '/ccpa',
  copyright: '/copyright',
  trademarkPolicy: '/trademark-policy',
  usc2257: '/usc-2257',
  transparency: '/transparency',
  moderationReport: '/moderation-report',
} as const;

export const signInPath = (redirect: string) => `/auth?mode=login&redirect=${encodeURIComponent(redirect)}`;
/** The page that asks for the second step, and then leads to `redirect`. */
export const secondStepPath = (redirect: string) => `${paths.secondStep}?redirect=${encodeURIComponent(redirect)}`;
/** The page on which people set up the second factor that their role requires. Then it leads to `redirect`. */
export const setUpPath = (redirect: string) => `${paths.setUpSecondFactor}?redirect=${encodeURIComponent(redirect)}`;
/** The address that starts a sign-in with a provider. */
export const providerPath = (id: string) =>
  id === 'google' ? '/api/auth/google' : `/api/auth/oidc/${encodeURIComponent(id)}`;
/** The address that makes the provider ask for the sign-in again, as a proof of identity. */
export const providerProofPath = (id: string) => `${providerPath(id)}?prompt=login`;
export const registerPath = (redirect: string) => `/auth?mode=register&redirect=${encodeURIComponent(redirect)}`;
export const guardPath = (path: string) => `/auth?redirect=${encodeURIComponent(path)}`;
export const creatorPath = (username: string) => `/creator/${encodeURIComponent(username)}`;
export const userPath = (username: string) => `/user/${encodeURIComponent(username)}`;
/** Matches the username of a deleted account. No one can register such a name, and it has no page. */
export const isErasedUsername = (username: string) => /^deleted_/i.test(username);
/** The feed of pools that any verified creator can take. */
export const poolsForAnyCreatorPath = `${paths.feed}?anyCreator=true`;
/** The form for a new pool, with the creator filled in. */
export const startPath = (username: string) => `${paths.createPool}?creator=${encodeURIComponent(username)}`;
/** The form for a new pool, filled in from a pool that has ended. */
export const againPath = (poolId: string) => `${paths.createPool}?again=${poolId}`;
export const conversationPath = (id: string) => `/messages/${id}`;
export const receiptPath = (pledgeId: string) => `/receipts/${pledgeId}`;
/** The page that checks the payment for a pledge. */
export const checkPaymentPath = (pledgeId: string) => `/transparency?pledge=${pledgeId}#check`;
export const paymentPath = (pledgeId: string) => `/payment/${pledgeId}`;
/** The case about a person's disabled material. */
export const takedownPath = (materialId: string) => `/takedowns/${materialId}`;
/** A request on the creator's dashboard, opened for an answer. */
export const requestPath = (poolId: string) => `/dashboard?request=${poolId}`;
/** A pool among the creator's work on their dashboard. */
export const workPath = (poolId: string) => `/dashboard?pool=${poolId}`;
/** The page on which the creator submits a delivery. */
export const deliverPath = (poolId: string) => `/dashboard?deliver=${poolId}`;

/**
 * Sanitizes a redirect target: returns paths of this site unchanged and "/" for everything else.
 * Refuses `//host`, `/\host`, control characters and anything that a URL parser resolves to another site.
 */
export function safeRedirect(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])/.test(target)) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
  if (/[\u0000-\u001f\u007f\\]/.test(target)) return '/';
  return target;
}

/** The part of the dashboard in which a creator sets up payouts. */
export const payoutSetupSection = '/dashboard#payout-setup';

/** The views of the dashboard besides the overview. */
export const dashboardViews = ['ended', 'earnings', 'terms', 'page'] as const;
export type DashboardView = (typeof dashboardViews)[number];
export const dashboardViewPath = (view: DashboardView) => `/dashboard?view=${view}`;
/** The earnings statement of a month ("2026-11"). */
export const statementPath = (month: string) => `/dashboard?view=earnings&month=${month}`;
/** The fans of a pool on the creator's dashboard. */
export const poolFansPath = (poolId: string) => `/dashboard?fans=${poolId}`;
