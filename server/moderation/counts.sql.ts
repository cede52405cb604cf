import { limits } from '#contract/limits.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { ListCount } from './hooks.ts';

/**
 * Counts the entries of the admin lists by status. Each count stops at `limits.adminBadgeMax`, and the indexes of these tables begin with
 * the status, so the work does not grow with the tables.
 */
export async function countLists(sql: Connection): Promise<ListCount[]> {
  const max = limits.adminBadgeMax;
  const decisions = sql`(values ('pending'), ('approved'), ('rejected')) s (status)`;
  const verdicts = sql`(values ('open'), ('upheld'), ('dismissed')) s (status)`;
  return sql<ListCount[]>`
    select 'users' as list, 'suspended' as status,
      (select count(*) from (select 1 from users where suspended_at is not null and deleted_at is null limit ${max}) x) as count
    union all
    select 'users', 'deleted', (select count(*) from (select 1 from users where deleted_at is not null limit ${max}) x)
    union all
    select 'audit', 'refused', (select count(*) from (select 1 from audit_log where status = 'refused' limit ${max}) x)
    union all
    select 'approvals', 'waiting', (select count(*) from (select 1 from approval_requests where status = 'waiting' limit ${max}) x)
    union all
    select 'pools', 'in_review', (select count(*) from (select 1 from pools where status = 'in_review' limit ${max}) x)
    union all
    select 'pools', 'frozen', (select count(*) from (select 1 from pools where frozen limit ${max}) x)
    union all
    select 'verifications', s.status,
      (select count(*) from (select 1 from creator_applications a where a.status = s.status limit ${max}) x)
    from ${decisions}
    union all
    select 'claims', s.status, (select count(*) from (
      select 1 from pool_claims a where a.status = s.status union all select 1 from creator_claims a where a.status = s.status
      limit ${max}) x)
    from ${decisions}
    union all
    select 'contentClaims', s.status,
      (select count(*) from (select 1 from content_claims a where a.status = s.status limit ${max}) x)
    from ${decisions}
    union all
    select 'reports', s.status, (select count(*) from (
      select 1 from objections a where a.status = s.status union all select 1 from reports a where a.status = s.status limit ${max}) x)
    from ${verdicts}`;
}
