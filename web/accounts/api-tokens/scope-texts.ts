import { type Message, msg } from '#contract/language/text.ts';
import { type Scope, scopesFor } from '#contract/scopes.ts';

/** One sentence for each scope. */
export const scopeTexts: Record<Scope, Message> = {
  'profile:read': msg`Read your account and profile with your email, and the profiles of others.`,
  'pools:read': msg`Read pools, creators, updates and comments, and your own pools, pledges and requests.`,
  'contributors:read': msg`Read who backs the pools you make things for, and their thank-yous.`,
  'updates:write': msg`Post, edit and delete updates of your pools in your name.`,
  'events:read': msg`Read the events that concern you, such as new pledges to your pools.`,
  'webhooks:write': msg`Manage the addresses that your events are sent to.`,
  'payouts:read': msg`Read your earnings, payouts and statements.`,
  'admin:read': msg`Read the figures and lists of the admin area: pools, money, health and the audit trail.`,
};

const forCreators: readonly Scope[] = ['contributors:read', 'payouts:read'];

/** The scopes that are of use to a person in this role. */
export const usefulScopes = (role: Parameters<typeof scopesFor>[0]): readonly Scope[] =>
  scopesFor(role).filter((scope) => role !== 'user' || !forCreators.includes(scope));
