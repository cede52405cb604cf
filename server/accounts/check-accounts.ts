import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of deleted accounts. Each row has the account (`id`) and the fault. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'a deleted account cannot sign in and holds no personal data',
    sql: `
      with deleted as (select * from users where deleted_at is not null)
      select u.id, 'keeps its email or username' as fault from deleted u
        where u.email not like 'deleted-%@deleted.invalid' or u.username not like 'deleted\\_%'
          or exists (select from former_usernames where user_id = u.id) or exists (select from former_emails where user_id = u.id)
      union all
      select u.id, 'signs in' from deleted u
        where exists (select from sessions where user_id = u.id) or exists (select from identities where user_id = u.id)
          or exists (select from email_tokens where user_id = u.id)
          or exists (select from waiting_links where user_id = u.id)
          or exists (select from known_devices where user_id = u.id)
      union all
      select u.id, 'has a second factor' from deleted u
        where exists (select from passkeys where user_id = u.id) or exists (select from authenticator_apps where user_id = u.id)
          or exists (select from recovery_codes where user_id = u.id) or exists (select from sign_in_steps where user_id = u.id)
      union all
      select u.id, 'has cards' from deleted u
        where exists (select from cards where user_id = u.id and removed_at is null)
      union all
      select u.id, 'has notices' from deleted u
        where exists (select from notifications where user_id = u.id) or exists (select from notification_choices where user_id = u.id)
      union all
      select u.id, 'is named in evidence' from deleted u
        join payments p on p.user_id = u.id
        join disputes d on d.payment_id = p.id
        where d.evidence ->> 'customerName' is not null or d.evidence ->> 'customerEmail' is not null
          or d.evidence ->> 'receipt' ~ '\\nPaid by: '`,
  },
  {
    name: 'a deleted account has no money held or due',
    // A bank may open a dispute, or return a refund, after the person has left: these payments may still wait for it.
    sql: `
      with deleted as (select * from users where deleted_at is not null),
      paid as (select u.deleted_at, y.id, y.subject from deleted u join payments y on y.user_id = u.id),
      late as (
        select y.subject from paid y join disputes d on d.payment_id = y.id where d.created_at > y.deleted_at
        union all
        select y.subject from paid y join unbooked_disputes d on d.payment_id = y.id where d.created_at > y.deleted_at
        union all
        select y.subject from paid y join refunds r on r.payment_id = y.id
          where r.returned_ref is not null and (r.settled_at is null or r.settled_at > y.deleted_at))
      select u.id, 'pledge' as fault from deleted u
        join pledges p on p.fan_id = u.id
        join pools o on o.id = p.pool_id
        where p.status in ('setup_pending', 'pledged', 'charging', 'notified')
          or (p.status = 'paid' and o.status not in ('completed', 'removed'))
          or (p.status in ('refund_pending', 'disputed') and not exists (select from late where late.subject = 'pledge:' || p.id))
      union all
      select u.id, 'pool to answer' from deleted u
        join pools o on o.assigned_creator_id = u.id
        where o.status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered')
      union all
      select u.id, 'payout' from deleted u
        join payouts p on p.user_id = u.id
        where p.status <> 'paid'
      union all
      select u.id, 'balance' from deleted u
        join ledger_balances b on b.account = 'creator_payable:' || u.id
        where b.balance_cents > 0`,
  },
];
