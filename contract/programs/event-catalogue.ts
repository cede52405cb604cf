/** Apart from the schemas in events.ts, which pages load without Zod. */

/** The readers of an event: the owner and the creator of the pool, the creator alone, the person concerned, or admins alone. Admins read all but those of a person. */
export type EventAudience = 'pool' | 'creator' | 'person' | 'admins';

/** Every type of event: its readers, and when it happens. */
export const eventCatalogue = {
  'pool.opened': { audience: 'pool', summary: 'The pool takes pledges.' },
  'pool.goal_met': { audience: 'pool', summary: 'The pledges reach the goal, and the creator is asked.' },
  'pool.goal_unmet': { audience: 'pool', summary: 'The pledges fall below the goal again.' },
  'pool.accepted': { audience: 'pool', summary: 'The creator accepted.' },
  'pool.collecting': { audience: 'pool', summary: 'The cards are being charged.' },
  'pool.in_production': { audience: 'pool', summary: 'The money is collected, and the creator gets to work.' },
  'pool.delivered': { audience: 'pool', summary: 'Everyone who paid has access.' },
  'pool.completed': { audience: 'pool', summary: 'The time for objections is over.' },
  'pool.ended': {
    audience: 'pool',
    summary: 'The pool ended without a delivery; payments are refunded. `pool.status` says how it ended.',
  },
  'pool.progress': {
    audience: 'pool',
    summary: 'The pledges reach 25%, 50% or 75% of the goal for the first time, before they reach all of it.',
  },
  'pledge.placed': { audience: 'pool', summary: 'A pledge counts: its card is saved.' },
  'pledge.changed': { audience: 'creator', summary: 'A fan changed the amount of a pledge.' },
  'pledge.withdrawn': { audience: 'creator', summary: 'A fan withdrew a pledge.' },
  'pledge.paid': { audience: 'pool', summary: 'The card was charged.' },
  'pledge.refunded': { audience: 'creator', summary: 'The payment was refunded in full.' },
  'update.posted': { audience: 'pool', summary: 'The creator or the owner posted an update.' },
  'comment.made': { audience: 'pool', summary: 'Someone commented on the pool or on an update.' },
  'creator.followed': { audience: 'person', summary: 'Someone followed the creator, once for each person.' },
  'thanks.sent': { audience: 'creator', summary: 'A fan thanked the creator for a delivery.' },
  'payout.paid': { audience: 'person', summary: 'Your payout was sent.' },
  'payout.failed': { audience: 'person', summary: 'Your payout came back.' },
  'delivery.submitted': { audience: 'admins', summary: 'A delivery is waiting for review.' },
  'report.made': { audience: 'admins', summary: 'Someone reported something.' },
  'application.made': { audience: 'admins', summary: 'Someone applied to become a creator.' },
  'dispute.opened': { audience: 'admins', summary: 'A bank took a payment back until it decides.' },
  'user.registered': { audience: 'admins', summary: 'Someone created an account.' },
} as const satisfies Record<string, { audience: EventAudience; summary: string }>;
