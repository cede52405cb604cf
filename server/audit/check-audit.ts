import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** The last one recomputes the whole chain: 1 million rows take seconds (bench/README.md). */
export const auditInvariants: readonly Invariant[] = [
  {
    name: 'no admin acted on a thing that concerns them',
    sql: `select seq, actor_id, action, target_kind, target_id from audit_log
      where status = 'done' and (actor_id = any (concerned) or (target_kind = 'user' and action like 'user.%' and target_id = actor_id::text))`,
  },
  {
    name: 'the audit trail is an unbroken chain',
    sql: `select x.seq, x.fault from (
        select a.seq, case
            when a.seq <> coalesce(lag(a.seq) over w, 0) + 1 then 'rows before this one are missing'
            when a.hash <> audit_row_hash(coalesce(lag(a.hash) over w, ''), a.seq, a.status, a.actor_id, a.action, a.target_kind,
              a.target_id, a.before, a.after, a.reason, a.ip, a.at) then 'this row was changed'
          end as fault
        from audit_log a window w as (order by a.seq)) x
      where x.fault is not null
      union all
      select h.seq, 'the last rows are missing or new rows are not chained' from audit_head h
      where (h.seq, h.hash) is distinct from (
        coalesce((select max(seq) from audit_log), 0),
        coalesce((select hash from audit_log order by seq desc limit 1), ''::bytea))
      order by 1`,
  },
];
