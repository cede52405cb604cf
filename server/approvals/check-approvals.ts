import type { Invariant } from '#server/platform/postgres/invariants.ts';

export const approvalInvariants: readonly Invariant[] = [
  {
    name: 'the audit trail names both admins of what a second one approved',
    sql: `select r.id, r.kind, r.requester_id, r.decided_by from approval_requests r
      where r.status = 'approved' and (
        not exists (select from audit_log a where a.action = 'approval.requested' and a.actor_id = r.requester_id
          and a.target_kind = r.target_kind and a.target_id = r.target_id and a.after ->> 'requestId' = r.id::text)
        or not exists (select from audit_log a where a.action = 'approval.approved' and a.actor_id is not distinct from r.decided_by
          and a.target_kind = r.target_kind and a.target_id = r.target_id and a.after ->> 'requestId' = r.id::text))`,
  },
  {
    name: 'no request for a second admin waits longer than it may',
    sql: `select id, kind, expires_at from approval_requests
      where status = 'waiting' and expires_at < clock_timestamp() - interval '1 hour'`,
  },
];
