export const roles = ['visitor', 'suspended', 'fan', 'otherFan', 'owner', 'creator', 'otherCreator', 'admin'] as const;
export type Role = (typeof roles)[number];

export type ObjectKind =
  | 'pool'
  | 'deliveredPool'
  | 'pledge'
  | 'paidPledge'
  | 'comment'
  | 'update'
  | 'updateComment'
  | 'conversation'
  | 'message'
  | 'card'
  | 'overlay'
  | 'session'
  | 'passkey'
  | 'apiToken'
  | 'person'
  | 'profile'
  | 'file'
  | 'upload'
  | 'creatorMessage'
  | 'thanks'
  | 'material'
  | 'processor'
  | 'webhook'
  | 'webhookDelivery'
  | 'any';

export interface Rule {
  /** The object in the path. */
  on: ObjectKind;
  /** The roles that may act on it, among those that `who` admits; all of them by default. */
  by?: readonly Role[];
  body?: unknown;
  headers?: Record<string, string>;
}

const reason = 'A good reason';
const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
/** An update for contributors. */
const readers = ['fan', 'owner', 'creator', 'admin'] as const;
/**
 * The pools were started by `owner` and ask `creator`, who delivered one of them. The pledges, comment, message, card, session, passkey, API token,
 * webhook and disabled material are `fan`'s; `fan` talks to `owner`. The upload and the update, which is for contributors, are `creator`'s.
 */
export const rules: Record<string, Rule> = {
  'GET /api/pools/:id': { on: 'pool' },
  'GET /api/pools/:id/comments': { on: 'pool' },
  'GET /api/pools/:id/like-status': { on: 'pool' },
  'GET /api/pools/:id/save-status': { on: 'pool' },
  'GET /api/pools/:id/messages': { on: 'pool' },
  'GET /api/pools/:id/updates': { on: 'pool' },
  'GET /api/comments/:id/replies': { on: 'updateComment', by: readers },
  'GET /api/categories/:id/messages': { on: 'any' },
  'GET /api/creators/:username': { on: 'profile' },
  'GET /api/creators/:username/track-record': { on: 'profile' },
  'GET /api/creators/:username/pools': { on: 'profile' },
  'GET /api/creators/:username/gallery': { on: 'profile' },
  'GET /api/users/:username': { on: 'profile' },
  'GET /api/users/:username/backs': { on: 'profile' },
  'GET /api/users/:username/follows': { on: 'profile' },
  'GET /api/users/:username/pools': { on: 'profile' },
  'POST /api/pools/:id/comments': { on: 'pool', body: { content: 'Hello' } },
  'POST /api/pools/:id/updates': {
    on: 'pool',
    by: ['owner', 'creator'],
    body: { content: 'News', audience: 'everyone', requestKey: 'matrix-update' },
  },
  'GET /api/updates/:id/comments': { on: 'update', by: readers },
  'POST /api/updates/:id/comments': { on: 'update', by: readers, body: { content: 'Hello' } },
  'POST /api/updates/:id/like': { on: 'update', by: readers },
  'DELETE /api/updates/:id/like': { on: 'update', by: readers },
  'PATCH /api/updates/:id': { on: 'update', by: ['creator'], body: { content: 'Other news' } },
  'POST /api/pools/:id/like': { on: 'pool' },
  'DELETE /api/pools/:id/like': { on: 'pool' },
  'POST /api/pools/:id/save': { on: 'pool' },
  'DELETE /api/pools/:id/save': { on: 'pool' },
  'PATCH /api/pools/:id/save': { on: 'pool', body: { getsNews: false } },
  'POST /api/comments/:id/like': { on: 'comment' },
  'DELETE /api/comments/:id/like': { on: 'comment' },
  'PATCH /api/creators/:username': { on: 'profile', by: ['creator'] },
  'POST /api/creators/:username/follow': { on: 'profile' },
  'DELETE /api/creators/:username/follow': { on: 'profile' },
  'POST /api/creators/:username/claims': { on: 'profile' },
  'POST /api/creators/:username/claim-code': { on: 'profile' },
  'POST /api/creators/:username/claim-code/check': { on: 'profile' },
  'POST /api/creators/:username/removal': { on: 'profile' },
  'POST /api/users/:id/block': { on: 'person' },
  'DELETE /api/users/:id/block': { on: 'person' },
  'POST /api/rooms/:roomId/read': { on: 'conversation', by: ['fan', 'owner'] },
  'GET /api/conversations/:id': { on: 'conversation', by: ['fan', 'owner'] },
  'GET /api/conversations/:id/messages': { on: 'conversation', by: ['fan', 'owner'] },
  'POST /api/conversations/:id/read': { on: 'conversation', by: ['fan', 'owner'] },
  'GET /api/messages/:id/replies': { on: 'message', by: ['fan', 'owner'] },
  'GET /api/private-messages/:id/reactions': { on: 'message', by: ['fan', 'owner'] },
  'POST /api/private-messages/:id/reactions': { on: 'message', by: ['fan', 'owner'], body: { emoji: '👍' } },
  'POST /api/messages/:id/reactions': { on: 'message', by: ['fan', 'owner'], body: { emoji: '👍' } },
  'PATCH /api/messages/:id': { on: 'message', by: ['fan'], body: { content: 'Hello again' } },
  'DELETE /api/messages/:id': { on: 'message', by: ['fan'] },
  'GET /api/pledges/:id': { on: 'pledge', by: ['fan'] },
  'GET /api/pledges/:id/creator-news': { on: 'pledge', by: ['fan'] },
  'GET /api/pledges/:id/receipt': { on: 'pledge', by: ['fan'] },
  'POST /api/pledges/:id/dismiss': { on: 'pledge', by: ['fan'] },
  'POST /api/pledges/:id/pay': { on: 'pledge', by: ['fan'] },
  'POST /api/pledges/:id/card': { on: 'pledge', by: ['fan'] },
  'POST /api/creator/payouts/:id/retry': { on: 'any', by: [] },
  'PATCH /api/pledges/:id': { on: 'pledge', by: ['fan'], body: { amountCents: 12_00 } },
  'DELETE /api/pledges/:id': { on: 'pledge', by: ['fan'] },
  'POST /api/pools/:poolId/pledges': { on: 'pool', body: { amountCents: 10_00, requestKey: 'matrix-key-1' } },
  'GET /api/pledges/:id/proof': { on: 'paidPledge', by: ['fan'] },
  'GET /api/creator-messages/:id': { on: 'creatorMessage', by: ['fan', 'creator', 'admin'] },
  'GET /api/takedowns/:id': { on: 'material', by: ['fan'] },
  'POST /api/takedowns/:id/counter-notice': { on: 'material', by: ['fan'] },
  // Other creators get null, which server/creator-dashboard tests.
  'GET /api/creator/requests/:id': { on: 'pool' },
  'GET /api/creator/pools/:id/contributors': { on: 'pool', by: ['creator'] },
  'GET /api/creator/pools/:id/messages': { on: 'pool', by: ['creator'] },
  'POST /api/creator/pools/:id/messages': { on: 'pool', by: ['creator'] },
  'PATCH /api/creator/pools/:id/late-pledges': { on: 'pool', by: ['creator'] },
  'GET /api/pools/:id/production': { on: 'pool', by: ['creator'] },
  'POST /api/pools/:id/production': {
    on: 'pool',
    by: ['creator'],
    body: { producedOn: '2026-11-01', showsNoOne: true },
  },
  'GET /api/pools/:id/content': { on: 'deliveredPool', by: ['fan', 'creator', 'admin'] },
  'GET /api/pools/:id/thanks': { on: 'deliveredPool', by: ['fan', 'creator', 'admin'] },
  'POST /api/pools/:id/thanks': { on: 'deliveredPool', by: ['fan'], body: { text: 'Thank you' } },
  'DELETE /api/thanks/:id': { on: 'thanks', by: ['fan'] },
  'POST /api/pools/:id/objections': { on: 'deliveredPool', by: ['fan'], body: { reason } },
  'POST /api/pools/:id/claims': {
    on: 'pool',
    by: ['creator'],
    body: { message: 'Mine', proofUrl: 'https://example.org/me' },
  },
  'POST /api/pools/:id/accept': { on: 'pool', by: ['creator'], body: { deliveryDays: 7, floorCents: 10_00 } },
  'POST /api/pools/:id/proceed': { on: 'pool', by: ['creator'] },
  'POST /api/pools/:id/content': { on: 'pool', by: ['creator'], body: { note: '', text: 'La la la' } },
  'POST /api/pools/:id/give-up': { on: 'pool', by: ['creator'] },
  'POST /api/pools/:id/decline': { on: 'pool', by: ['creator'], body: { reason } },
  'PATCH /api/pools/:id': { on: 'pool', by: ['owner'], body: { title: 'Another title' } },
  'POST /api/pools/:id/cancel': { on: 'pool', by: ['owner', 'admin'], body: { reason } },
  'DELETE /api/comments/:id': { on: 'comment', by: ['fan', 'admin'] },
  'DELETE /api/updates/:id': { on: 'update', by: ['creator', 'admin'] },
  'DELETE /api/user/cards/:id': { on: 'card', by: ['fan'] },
  'DELETE /api/user/sessions/:id': { on: 'session', by: ['fan'] },
  'PATCH /api/user/passkeys/:id': { on: 'passkey', by: ['fan'], body: { name: 'Phone' } },
  'DELETE /api/user/passkeys/:id': { on: 'passkey', by: ['fan'] },
  'PATCH /api/user/overlays/:id': { on: 'overlay', by: ['owner'], body: { settings: {} } },
  'POST /api/user/overlays/:id/url': { on: 'overlay', by: ['owner'] },
  'POST /api/user/overlays/:id/test': { on: 'overlay', by: ['owner'] },
  'DELETE /api/user/overlays/:id': { on: 'overlay', by: ['owner'] },
  'DELETE /api/user/tokens/:id': { on: 'apiToken', by: ['fan'] },
  // No one here has linked a provider; server/accounts/providers tests those who have.
  'DELETE /api/user/identities/:id': { on: 'any', by: [] },
  'GET /api/auth/oidc/:id': { on: 'any' },
  'GET /api/auth/oidc/:id/callback': { on: 'any' },
  'GET /api/creator/pools/:id/contributors.csv': { on: 'deliveredPool', by: ['creator'] },
  'GET /api/content-files/:id': { on: 'file', by: ['fan', 'creator', 'admin'] },
  // A text has no preview, which contributors get as the same error.
  'GET /api/content-files/:id/preview': { on: 'file', by: [] },
  'POST /api/content-files/:id/public': { on: 'file', by: ['creator'] },
  'DELETE /api/content-files/:id/public': { on: 'file', by: ['creator'] },
  'POST /api/uploads/:id/details': { on: 'upload', by: ['creator'], body: { durationMs: 1000 } },
  'HEAD /api/uploads/:id': { on: 'upload', by: ['creator'], headers: tus },
  'PATCH /api/uploads/:id': { on: 'upload', by: ['creator'], headers: tus, body: 'more' },
  'DELETE /api/uploads/:id': { on: 'upload', by: ['creator'], headers: tus },
  'POST /api/webhooks/:processor': { on: 'processor' },
  'GET /api/webhook-endpoints/:id': { on: 'webhook', by: ['fan'] },
  'PATCH /api/webhook-endpoints/:id': { on: 'webhook', by: ['fan'], body: { description: 'My bot' } },
  'POST /api/webhook-endpoints/:id/secret': { on: 'webhook', by: ['fan'] },
  'POST /api/webhook-endpoints/:id/test': { on: 'webhook', by: ['fan'] },
  'POST /api/webhook-endpoints/:id/replay': {
    on: 'webhook',
    by: ['fan'],
    body: { since: new Date().toISOString() },
  },
  'GET /api/webhook-endpoints/:id/deliveries': { on: 'webhook', by: ['fan'] },
  'GET /api/webhook-deliveries/:id': { on: 'webhookDelivery', by: ['fan'] },
  'POST /api/webhook-deliveries/:id/resend': { on: 'webhookDelivery', by: ['fan'] },
  'DELETE /api/webhook-endpoints/:id': { on: 'webhook', by: ['fan'] },
};

/** The writes that visitors may make. */
export const openWrites = [
  'DELETE /api/auth/link',
  'POST /api/auth/link/code',
  'POST /api/auth/link/sign-in',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/second-step',
  'POST /api/contact',
  'POST /api/forgot-password',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/messages/reactions/batch',
  'POST /api/page-errors',
  'POST /api/register',
  'POST /api/reset-password',
  'POST /api/takedown-notices',
  'POST /api/translate',
  'POST /api/unsubscribe',
  'POST /api/unsubscribe/undo',
  'POST /api/verify-email',
];

/** The writes that suspended people may make: they sign in and out, prove their identity, recover the account, confirm their email, appeal, answer a notice, read and translate, and choose the language. */
export const writesWhileSuspended = [
  ...openWrites.filter((name) => name !== 'POST /api/register'),
  'DELETE /api/push/subscription',
  'PATCH /api/user/locale',
  'POST /api/appeals',
  'POST /api/conversations/:id/read',
  'POST /api/notifications/read',
  'POST /api/rooms/:roomId/read',
  'POST /api/takedowns/:id/counter-notice',
  'POST /api/user/proof',
  'POST /api/user/proof/passkey',
  'POST /api/user/proof/passkey/options',
];

/** Raw routes that the API document does not list: pages, pictures and feeds for everyone, and addresses that hold a secret. */
export const openRoutes = [
  'GET /art/:file',
  'GET /calendar/:file',
  'GET /calendar/pool/:file',
  'GET /category/:name/feed.atom',
  'GET /category/:name/feed.xml',
  'GET /creator/:username/feed.atom',
  'GET /creator/:username/feed.xml',
  'GET /embed/pool/:id',
  'GET /feed.atom',
  'GET /feed.xml',
  'GET /media/images/:file',
  'GET /overlay/*',
  'GET /overlay/:token',
  'GET /overlay/:token/',
  'GET /overlay/:token/events',
  'GET /overlay/preview',
  'GET /robots.txt',
  'GET /sandbox/checkout.js',
  'GET /sandbox/checkout/:session',
  'GET /sandbox/fonts/display.woff2',
  'GET /sandbox/fonts/text.woff2',
  'GET /share/creator/:file',
  'GET /share/pool/:file',
  'GET /share/site.jpg',
  'GET /sitemap-creators-:file',
  'GET /sitemap-pages.xml',
  'GET /sitemap-pools-:file',
  'GET /sitemap.xml',
  'POST /sandbox/checkout/:session/complete',
  'POST /unsubscribe',
];
