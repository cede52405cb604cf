import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of accounts. Each returned row names a fault. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'a deleted account cannot sign in and holds no personal data',
    sql: `select u.id, 'signs in' as fault from users u
        where u.deleted_at is not null and (u.email not like 'deleted-%@deleted.invalid' or u.username not like 'deleted\\_%'
          or exists (select from sessions where user_id = u.id) or exists (select from identities where user_id = u.id)
          or exists (select from email_tokens where user_id = u.id) or exists (select from former_usernames where user_id = u.id))
      union all
      select u.id, 'has cards' from users u
        where u.deleted_at is not null and exists (select from cards where user_id = u.id and removed_at is null)
      union all
      select u.id, 'has notices' from users u
        where u.deleted_at is not null and (exists (select from notifications where user_id = u.id)
          or exists (select from notification_choices where user_id = u.id))
      union all
      select u.id, 'is named in evidence' from users u join payments p on p.user_id = u.id join disputes d on d.payment_id = p.id
        where u.deleted_at is not null and (d.evidence ->> 'customerName' is not null or d.evidence ->> 'customerEmail' is not null
          or d.evidence ->> 'receipt' ~ '\\nPaid by: ')`,
  },
  {
    name: 'a deleted account has no money held or due',
    // A bank may open a dispute, or return a refund, after the person has left.
    sql: `with late as (
        select y.subject from users u join payments y on y.user_id = u.id join disputes d on d.payment_id = y.id
          where d.created_at > u.deleted_at
        union all
        select y.subject from users u join payments y on y.user_id = u.id join unbooked_disputes d on d.payment_id = y.id
          where d.created_at > u.deleted_at
        union all
        select y.subject from users u join payments y on y.user_id = u.id join refunds r on r.payment_id = y.id
          where r.returned_ref is not null and (r.settled_at is null or r.settled_at > u.deleted_at))
      select u.id, 'pledge' as fault from users u join pledges p on p.fan_id = u.id join pools o on o.id = p.pool_id
        where u.deleted_at is not null and (p.status in ('setup_pending', 'pledged', 'charging', 'notified')
          or (p.status = 'paid' and o.status not in ('completed', 'removed'))
          or (p.status in ('refund_pending', 'disputed') and not exists (select from late where late.subject = 'pledge:' || p.id)))
      union all
      select u.id, 'pool to answer' from users u join pools o on o.assigned_creator_id = u.id
        where u.deleted_at is not null and o.status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall',
          'in_production', 'delivery_review', 'delivered')
      union all
      select u.id, 'payout' from users u join payouts p on p.user_id = u.id
        where u.deleted_at is not null and p.status <> 'paid'
      union all
      select u.id, 'balance' from users u join ledger_balances b on b.account = 'creator_payable:' || u.id
        where u.deleted_at is not null and b.balance_cents > 0`,
  },
];
