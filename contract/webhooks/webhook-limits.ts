import type { EventType } from '../events.ts';

/** Apart from the schemas, which pages load without Zod. */

export const webhookScopes = ['mine', 'site'] as const;
export type WebhookScope = (typeof webhookScopes)[number];

/** An own server, by Standard Webhooks, or a channel of a chat service, which gets messages to read. */
export const webhookKinds = ['webhook', 'discord', 'slack'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
/** A kind whose messages people read in a channel. */
export type ChatKind = Exclude<WebhookKind, 'webhook'>;
export const isChatKind = (kind: WebhookKind): kind is ChatKind => kind !== 'webhook';

export const webhookLimits = {
  perPerson: 20,
  urlMax: 2000,
  descriptionMax: 200,
  /** How long the secret before the current one signs too. */
  previousSecretMs: 24 * 60 * 60_000,
  /** How long deliveries are kept, and how far back events can be sent again: as long as the log. */
  keptMs: 30 * 24 * 60 * 60_000,
  pageSize: 25,
} as const;

/** Who can get the events of a type: the people of a pool or page, admins, or both. */
const scopesOfTypes = {
  'pool.opened': webhookScopes,
  'pool.progress': webhookScopes,
  'pool.goal_met': webhookScopes,
  'pool.goal_unmet': webhookScopes,
  'pool.accepted': webhookScopes,
  'pool.collecting': webhookScopes,
  'pool.in_production': webhookScopes,
  'pool.delivered': webhookScopes,
  'pool.completed': webhookScopes,
  'pool.ended': webhookScopes,
  'pledge.placed': webhookScopes,
  'pledge.changed': webhookScopes,
  'pledge.withdrawn': webhookScopes,
  'pledge.paid': webhookScopes,
  'pledge.refunded': webhookScopes,
  'update.posted': webhookScopes,
  'comment.made': webhookScopes,
  'thanks.sent': webhookScopes,
  'creator.followed': ['mine'],
  'payout.paid': ['mine'],
  'payout.failed': ['mine'],
  'delivery.submitted': ['site'],
  'report.made': ['site'],
  'application.made': ['site'],
  'dispute.opened': ['site'],
  'user.registered': ['site'],
} as const satisfies Record<EventType, readonly WebhookScope[]>;

/** The types of events that a webhook of this scope can get. */
export const typesOfScope = (scope: WebhookScope): EventType[] =>
  (Object.keys(scopesOfTypes) as EventType[]).filter((type) =>
    (scopesOfTypes[type] as readonly WebhookScope[]).includes(scope),
  );

/** The events that every visitor may read: many people read a channel. */
const typesOfChannels = [
  'pool.opened',
  'pool.progress',
  'pool.goal_met',
  'pool.goal_unmet',
  'pool.accepted',
  'pool.collecting',
  'pool.in_production',
  'pool.delivered',
  'pool.completed',
  'pool.ended',
  'pledge.placed',
  'update.posted',
  'comment.made',
] as const satisfies readonly EventType[];
export type ChannelEventType = (typeof typesOfChannels)[number];

/** The types of events that a webhook of this kind and scope can get. */
export const typesOfKind = (kind: WebhookKind, scope: WebhookScope): EventType[] => {
  const types = typesOfScope(scope);
  return kind === 'webhook' ? types : types.filter((type) => (typesOfChannels as readonly EventType[]).includes(type));
};
