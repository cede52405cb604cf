import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Decisions before this rule stay as they are, because a single admin had to make them. */
const sinceTheRule = (column: string) =>
  `${column} >= (select applied_at from schema_migrations where name like '0002\\_%')`;

export const decisionInvariants: readonly Invariant[] = [
  {
    name: 'no admin decided about themselves',
    sql: `select d.kind, d.id, d.decided_by from (
        select 'application' as kind, id, user_id as person, decided_by, decided_at from creator_applications
        union all select 'claim to a pool', id, user_id, decided_by, decided_at from pool_claims
        union all select 'claim to a profile', id, user_id, decided_by, decided_at from creator_claims
        union all select 'delivery', id, creator_id, decided_by, decided_at from content_claims
        union all select 'objection', j.id, x.person, j.decided_by, j.decided_at
          from objections j join pools o on o.id = j.pool_id
          cross join lateral (values (j.fan_id), (o.assigned_creator_id)) x (person)
        union all select r.kind, r.id, x.person, r.decided_by, r.decided_at
          from reports r cross join lateral (values (r.subject_id), (r.reporter_id)) x (person)) d
      where d.decided_by = d.person and ${sinceTheRule('d.decided_at')}`,
  },
  {
    name: 'no admin refunded their own payment',
    sql: `select a.seq, a.action, p.id as payment_id, p.user_id from audit_log a join payments p on p.id::text = a.target_id
      where a.target_kind = 'payment' and a.status = 'done' and a.actor_id = p.user_id and ${sinceTheRule('a.at')}`,
  },
];
