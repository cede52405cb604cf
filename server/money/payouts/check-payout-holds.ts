import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** The time that a statement may have waited for the transaction that holds or suspends. */
const overlap = "interval '1 minute'";

export const payoutHoldInvariants: readonly Invariant[] = [
  {
    name: 'no payout to a suspended person, or to one whose payouts are held, started or was sent since',
    sql: `select t.id, p.user_id, t.status, t.sent_at, payouts_held_since(p.user_id) as held_since
          from payout_parts t join payouts p on p.id = t.payout_id
          where are_payouts_held(p.user_id) and t.status in ('pending', 'in_transit', 'paid')
            and coalesce(t.sent_at, t.retried_at, t.created_at) > payouts_held_since(p.user_id) + ${overlap}`,
  },
  {
    name: 'no payout was sent while it waited because the payout account had changed',
    sql: `select t.id, p.user_id, t.status, t.sent_at, a.account_changed_at, a.held_until
          from payout_parts t join payouts p on p.id = t.payout_id
            join payout_accounts a on a.user_id = p.user_id and a.processor = p.processor
          where t.sent_at > a.account_changed_at + ${overlap} and t.sent_at < a.held_until`,
  },
  {
    name: 'no card of a suspended fan is charged',
    sql: `select y.id, y.user_id, y.subject, y.status, y.created_at, u.suspended_at from users u join payments y on y.user_id = u.id
          where u.suspended_at is not null and y.created_at > u.suspended_at + ${overlap}`,
  },
];
