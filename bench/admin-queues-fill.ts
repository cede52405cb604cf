/** A word of a text, so that a search finds a sixteenth, and a rare one. */
const text = `(array['spam', 'scam', 'rude', 'copied', 'stolen', 'late', 'empty', 'broken', 'hidden', 'wrong', 'fake', 'angry', 'abusive',
  'unclear', 'missing', 'doubtful'])[1 + n % 16] || ' case ' || md5(n::text)`;

const at = (rows: number) => `now() - n * (interval '700 days' / ${rows})`;

/** The states of a decided entry: a hundredth is waiting. */
const decided = (waiting: string, others: string) =>
  `case when n % 100 = 0 then '${waiting}' else (array[${others}])[1 + n % 2] end`;
const decidedAt = 'case when n % 100 <> 0 then now() end';

/**
 * One pledge of each person. A pool in production or completed has a paid one; a fiftieth of those in production is being refunded. So
 * a tenth of the people have money held. The ledger has a charge for each paid pledge and a release for each completed pool.
 */
export const fillMoneySql = (rows: number) => `
  insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents, pledged_at, created_at, paid_at, due_at)
    select w.id, p.id, 1000 + n % 90 * 100,
      case when w.status in ('in_production', 'completed') then case when w.status = 'in_production' and n / 10 % 50 = 0 then 'refund_pending' else 'paid' end
        when w.status = 'expired' then 'released' when w.status = 'goal_met' and n / 10 % 50 = 0 then 'notified' else 'pledged' end,
      'key' || n, 1000 + n % 90 * 100, ${at(rows)}, ${at(rows)}, case when w.status in ('in_production', 'completed') then now() end,
      case when w.status = 'goal_met' and n / 10 % 50 = 0 then now() + interval '1 day' end
    from generate_series(1, ${rows}::bigint) n join people p on p.k = n join numbered_pools w on w.k = n * 7919 % ${rows};
  insert into payments (subject, attempt, user_id, held_account, kind, amount_cents, processor, idempotency_key, processor_ref, status,
      decline_code, decline_reason, created_at, settled_at)
    select 'pledge:' || id, 1, fan_id, 'held:' || pool_id, 'off_session', amount_cents, 'sandbox', 'charge:' || id, 'ch_' || id,
      case when status = 'notified' then 'failed' else 'succeeded' end, case when status = 'notified' then 'card_declined' end,
      case when status = 'notified' then 'The card was declined.' end, created_at, created_at
    from pledges where status in ('paid', 'refund_pending', 'notified');
  insert into refunds (payment_id, amount_cents, reason, idempotency_key, status, created_at)
    select id, amount_cents, 'pool_removed', 'refund:' || id, case when hashtext(id::text) % 500 = 0 then 'failed' else 'succeeded' end, created_at
    from payments where status = 'succeeded' and hashtext(id::text) % 10 = 0;
  insert into payouts (user_id, subject, amount_cents, processor, idempotency_key, status, created_at)
    select assigned_creator_id, 'pool:' || id, 1000, 'sandbox', 'payout:' || id,
      case k % 1000 / 10 when 0 then 'failed' when 1 then 'in_transit' else 'paid' end, now() - k * (interval '700 days' / ${rows})
    from numbered_pools where status = 'completed' and assigned_creator_id is not null;
  with added as (
    insert into ledger_journals (kind, cause, subject, created_at)
      select 'charge', idempotency_key, subject, created_at from payments where status = 'succeeded' returning id, cause)
  insert into ledger_entries (journal_id, account, amount_cents)
    select a.id, side.account, side.cents from added a join payments p on p.idempotency_key = a.cause
      cross join lateral (values ('clearing', p.amount_cents), (p.held_account, -p.amount_cents)) side (account, cents);
  insert into ledger_balances (account, balance_cents)
    select p.held_account, case when w.status = 'in_production' then sum(p.amount_cents) else 0 end
    from payments p join numbered_pools w on 'held:' || w.id = p.held_account where p.status = 'succeeded' group by p.held_account, w.status;
  insert into ledger_days (day, kind, account, amount_cents)
    select (j.created_at at time zone 'UTC')::date, j.kind, split_part(e.account, ':', 1), sum(e.amount_cents)
    from ledger_journals j join ledger_entries e on e.journal_id = j.id group by 1, 2, 3;`;

/** A report for every tenth person; applications, claims, deliveries, notices and records for fewer. */
export const fillQueuesSql = (rows: number) => {
  const [many, few] = [Math.floor(rows / 10), Math.floor(rows / 50)];
  const series = (count: number) => `generate_series(1, ${count}::bigint) n`;
  const person = (name: string, step: number) => `join people ${name} on ${name}.k = 21 + n * ${step} % (${rows} - 20)`;
  const pool = `join numbered_pools w on w.k = n * 7919 % ${rows}`;
  return `
    insert into reports (kind, target_id, reporter_id, pool_id, subject_id, excerpt, reason, status, decided_at, created_at)
      select 'pool', w.id, u.id, w.id, s.id, 'A song', ${text}, ${decided('open', "'upheld', 'dismissed'")}, ${decidedAt}, ${at(many)}
      from ${series(many)} ${pool} ${person('u', 31)} ${person('s', 17)};
    insert into reports (kind, target_id, reporter_id, subject_id, reason, status, decided_at, created_at)
      select 'appeal', u.id, u.id, u.id, ${text}, ${decided('open', "'upheld', 'dismissed'")}, ${decidedAt}, ${at(few)}
      from ${series(few)} ${person('u', 37)};
    insert into objections (pool_id, fan_id, reason, status, decided_at, created_at)
      select w.id, u.id, ${text}, ${decided('open', "'upheld', 'dismissed'")}, ${decidedAt}, ${at(few)}
      from ${series(few)} ${pool} ${person('u', 41)};
    insert into creator_applications (user_id, full_name, username, category_id, bio, social_links, proof_url, status, decided_at, created_at)
      select u.id, 'Name ' || md5(n::text), 'name' || n, 1, 'A bio', '[]', 'https://example.org/' || n,
        ${decided('pending', "'approved', 'rejected'")}, ${decidedAt}, ${at(many)}
      from ${series(many)} ${person('u', 43)};
    insert into pool_claims (pool_id, user_id, message, proof_url, status, decided_at, created_at)
      select w.id, u.id, ${text}, 'https://example.org/' || n, ${decided('pending', "'approved', 'rejected'")}, ${decidedAt}, ${at(many)}
      from ${series(many)} ${pool} ${person('u', 47)};
    insert into creator_claims (profile_id, creator_username, creator_name, user_id, message, proof_url, status, decided_at, created_at)
      select c.id, 'person' || n, 'Name ' || n, u.id, ${text}, 'https://example.org/' || n,
        ${decided('pending', "'approved', 'rejected'")}, ${decidedAt}, ${at(many)}
      from ${series(many)} ${person('u', 53)} join profiles c on c.k = n % (select count(*) from profiles);
    insert into content_claims (pool_id, creator_id, status, body, decided_at, created_at)
      select id, assigned_creator_id, case when n % 100 = 0 then 'pending' else 'approved' end, 'The song', ${decidedAt}, ${at(rows)}
      from (select k as n, * from numbered_pools where status in ('in_production', 'completed') and assigned_creator_id is not null) w
      where status = 'completed' or n % 100 = 0;
    insert into takedown_notices (name, email, address, phone, owner_name, work, locations, signature, status, reason, decided_at, created_at)
      select 'Name ' || md5(n::text), n || '@mail.example', 'A street', '123', 'Label ' || n, ${text}, array['https://example.org/' || md5(n::text)],
        'Name', ${decided('open', "'acted', 'rejected'")}, 'A reason', ${decidedAt}, ${at(many)}
      from ${series(many)};
    insert into takedown_materials (notice_id, kind, target_id, pool_id, subject_id, label, kept, froze_pool, status, due_at, settled_at, outcome)
      select t.id, 'pool', w.id, w.id, u.id, 'The pool', '{}', false, case when n % 100 = 0 then 'countered' else 'restored' end,
        case when n % 100 = 0 then now() + interval '9 days' end, ${decidedAt}, case when n % 100 <> 0 then 'clock' end
      from (select row_number() over () as n, id from takedown_notices where status = 'acted') t ${pool} ${person('u', 59)};
    insert into productions (pool_id, creator_id, sealed, shows_no_one, created_at, keep_until)
      select id, assigned_creator_id, '\\x00', true, ${at(rows)}, now() + interval '7 years'
      from (select k as n, * from numbered_pools where status in ('in_production', 'completed') and assigned_creator_id is not null) w;
    insert into uploads (id, owner_id, name, content_type, size_bytes, key, completed_at, pool_id)
      select 'upload' || k, assigned_creator_id, 'song.mp3', 'audio/mpeg', 1000000 + k, 'key' || k, now(), id
      from numbered_pools where status = 'completed' and assigned_creator_id is not null;`;
};
