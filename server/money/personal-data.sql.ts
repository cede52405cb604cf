import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const moneyData: readonly PersonalData[] = [
  {
    name: 'cards',
    about: msg`The cards you saved. We store only these details; the card processor has the rest.`,
    rows: (sql, userId) => sql`
      select brand, last4, exp_month, exp_year, created_at, removed_at from cards
      where user_id = ${userId} order by created_at`,
  },
  {
    name: 'payments',
    about: msg`Every charge to your cards, its outcome, and its refunds.`,
    rows: (sql, userId) => sql`
      select p.id, p.subject, p.description, p.amount_cents, p.status, p.decline_reason, p.refunded_cents, p.created_at, p.settled_at,
        c.brand as card_brand, c.last4 as card_last4, coalesce((
          select jsonb_agg(jsonb_build_object('amount_cents', r.amount_cents, 'status', r.status, 'created_at', r.created_at,
            'settled_at', r.settled_at, 'paid_outside', r.outside_reason) order by r.created_at)
          from refunds r where r.payment_id = p.id), '[]') as refunds
      from payments p left join cards c on c.id = p.card_id
      where p.user_id = ${userId} order by p.created_at`,
  },
  {
    name: 'card_visits',
    about: msg`The networks from which you opened card pages, and the declined cards, both of the last seven days. They limit trials of stolen cards.`,
    rows: (sql, userId) => sql`
      select address_block as network, last_at as at from card_visits where user_id = ${userId}
      union all
      select 'declined card', at from card_declines where user_id = ${userId}
      order by at`,
  },
  {
    name: 'disputes',
    about: msg`Payments that your bank took back, and what we sent to the bank about you.`,
    rows: (sql, userId) => sql`
      select p.subject, d.amount_cents, d.status, d.opened_at, d.settled_at, d.evidence_sent_at,
        d.evidence ->> 'customerName' as customer_name, d.evidence ->> 'customerEmail' as customer_email,
        d.evidence ->> 'receipt' as receipt, d.evidence ->> 'accessLog' as access_log
      from disputes d join payments p on p.id = d.payment_id
      where p.user_id = ${userId} order by d.opened_at`,
  },
  {
    name: 'payout_accounts',
    about: msg`Your payout accounts. We store only their state; the card processor has your details.`,
    rows: (sql, userId) => sql`
      select processor, status, country, requirements, created_at, checked_at, closed_at, account_changed_at, held_until from payout_accounts where user_id = ${userId}
      union all
      select processor, 'replaced', country, '[]', created_at, null, closed_at, null, null from former_payout_accounts where user_id = ${userId}
      order by created_at`,
  },
  {
    name: 'payouts',
    about: msg`Your payouts as a creator.`,
    rows: (sql, userId) => sql`
      select id, subject, amount_cents, deducted_cents, status, failure_reason, created_at, paid_at from payouts
      where user_id = ${userId} order by created_at`,
  },
];
