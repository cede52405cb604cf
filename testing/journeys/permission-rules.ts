export const roles = ['visitor', 'suspended', 'fan', 'otherFan', 'owner', 'creator', 'otherCreator', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface Rule {
  /** The object in the path. */
  on: 'pool' | 'pledge' | 'comment' | 'conversation' | 'message' | 'card' | 'session' | 'person' | 'profile' | 'any';
  /** The roles that may act on it, among those that `who` admits; all of them by default. */
  by?: readonly Role[];
  body?: unknown;
}

const reason = 'A good reason';
/** The pool was started by `owner` and asks `creator`. The pledge, comment, message, card and session are `fan`'s; `fan` talks to `owner`. */
export const rules: Record<string, Rule> = {
  'GET /api/pools/:id': { on: 'pool' },
  'GET /api/pools/:id/comments': { on: 'pool' },
  'GET /api/pools/:id/like-status': { on: 'pool' },
  'GET /api/pools/:id/messages': { on: 'pool' },
  'GET /api/comments/:id/replies': { on: 'comment' },
  'GET /api/categories/:id/messages': { on: 'any' },
  'GET /api/creators/:username': { on: 'profile' },
  'GET /api/creators/:username/pools': { on: 'profile' },
  'GET /api/users/:username': { on: 'profile' },
  'GET /api/users/:username/backs': { on: 'profile' },
  'GET /api/users/:username/follows': { on: 'profile' },
  'GET /api/users/:username/pools': { on: 'profile' },
  'POST /api/pools/:id/comments': { on: 'pool', body: { content: 'Hello' } },
  'POST /api/pools/:id/like': { on: 'pool' },
  'DELETE /api/pools/:id/like': { on: 'pool' },
  'POST /api/creators/:username/follow': { on: 'profile' },
  'DELETE /api/creators/:username/follow': { on: 'profile' },
  'POST /api/creators/:username/claims': { on: 'profile' },
  'POST /api/creators/:username/claim-code': { on: 'profile' },
  'POST /api/creators/:username/claim-code/check': { on: 'profile' },
  'POST /api/creators/:username/removal': { on: 'profile' },
  'POST /api/users/:id/block': { on: 'person' },
  'DELETE /api/users/:id/block': { on: 'person' },
  'POST /api/rooms/:roomId/read': { on: 'any' },
  'GET /api/conversations/:id': { on: 'conversation', by: ['fan', 'owner'] },
  'GET /api/conversations/:id/messages': { on: 'conversation', by: ['fan', 'owner'] },
  'POST /api/conversations/:id/read': { on: 'conversation', by: ['fan', 'owner'] },
  'GET /api/messages/:id/replies': { on: 'message', by: ['fan', 'owner'] },
  'GET /api/private-messages/:id/reactions': { on: 'message', by: ['fan', 'owner'] },
  'POST /api/private-messages/:id/reactions': { on: 'message', by: ['fan', 'owner'], body: { emoji: '👍' } },
  'POST /api/messages/:id/reactions': { on: 'message', by: ['fan', 'owner'], body: { emoji: '👍' } },
  'DELETE /api/messages/:id': { on: 'message', by: ['fan'] },
  'GET /api/pledges/:id': { on: 'pledge', by: ['fan'] },
  'GET /api/pledges/:id/receipt': { on: 'pledge', by: ['fan'] },
  'POST /api/pledges/:id/dismiss': { on: 'pledge', by: ['fan'] },
  'POST /api/pledges/:id/pay': { on: 'pledge', by: ['fan'] },
  'PATCH /api/pledges/:id': { on: 'pledge', by: ['fan'], body: { amountCents: 12_00 } },
  'DELETE /api/pledges/:id': { on: 'pledge', by: ['fan'] },
  'POST /api/pools/:poolId/pledges': { on: 'pool', body: { amountCents: 10_00, requestKey: 'matrix-key-1' } },
  'GET /api/pledges/:id/proof': { on: 'pledge', by: ['fan'] },
  'GET /api/creator-messages/:id': { on: 'any', by: [] },
  'GET /api/takedowns/:id': { on: 'any', by: [] },
  'POST /api/takedowns/:id/counter-notice': { on: 'any', by: [] },
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
  'GET /api/pools/:id/content': { on: 'pool', by: ['creator', 'admin'] },
  'POST /api/pools/:id/objections': { on: 'pool', by: [], body: { reason } },
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
  'DELETE /api/user/cards/:id': { on: 'card', by: ['fan'] },
  'DELETE /api/user/sessions/:id': { on: 'session', by: ['fan'] },
};
