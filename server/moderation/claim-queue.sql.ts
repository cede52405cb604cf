import type { ClaimDoubt, ImitatedCreator } from '#contract/claims.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { poolsTitled } from '#server/pools/pools-titled.ts';
import { hasStatus, person, type QueuedPerson } from './queue.sql.ts';

export type AnyClaimRow = QueuedPerson & {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  message: string;
  proofUrl: string;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
} & (
    | { kind: 'pool'; poolId: string; creatorUsername: string | null }
    | {
        kind: 'creator';
        profileId: string | null;
        creatorUsername: string;
        creatorName: string;
        exists: boolean;
        method: 'message' | 'code';
        page: string | null;
        foundAt: Date | null;
        doubts: ClaimDoubt[];
        handedOverAt: Date | null;
        imitates: ImitatedCreator[];
      }
  );

/** Pool claims, by title of the pool, name of the claimant and of the claimant's profile. */
function matchingPoolClaims(sql: Connection, { pattern, status }: ListFilter): Fragment {
  const named =
    pattern === null
      ? sql`true`
      : sql`(x.pool_id = any (${poolsTitled(sql, pattern)}) or x.user_id = any (${peopleNamed(sql, pattern)})
          or x.user_id = any (array(
            select owner_id from creator_profiles
            where username || ' ' || display_name || ' ' || full_name ilike ${pattern} and display_name ilike ${pattern} and owner_id is not null
            limit 1000)))`;
  return sql`select x.id, x.created_at from pool_claims x where ${hasStatus(sql, status)} and ${named}`;
}

/** Profile claims, by name of the profile and of the claimant. */
function matchingCreatorClaims(sql: Connection, { pattern, status }: ListFilter): Fragment {
  const named =
    pattern === null
      ? sql`true`
      : sql`(x.creator_username ilike ${pattern} or x.creator_name ilike ${pattern} or x.user_id = any (${peopleNamed(sql, pattern)}))`;
  return sql`select x.id, x.created_at from creator_claims x where ${hasStatus(sql, status)} and ${named}`;
}

/** Pool claims and profile claims, or one of the two kinds. */
export function matchingClaims(sql: Connection, filter: ListFilter, kind: 'pool' | 'creator' | undefined): Matching {
  if (kind === 'pool') return [matchingPoolClaims(sql, filter)];
  if (kind === 'creator') return [matchingCreatorClaims(sql, filter)];
  return [matchingPoolClaims(sql, filter), matchingCreatorClaims(sql, filter)];
}

/** Reads claims in the order of the ids. */
export async function listClaimsByIds(sql: Connection, ids: string[]): Promise<AnyClaimRow[]> {
  const columns = sql`i.n, x.id, x.status, x.message, x.proof_url, x.reason, x.created_at, x.decided_at, ${person(sql)}`;
  return sql<AnyClaimRow[]>`
    with i as materialized (select * from unnest(${ids}::uuid[]) with ordinality i (id, n))
    select 'pool' as kind, ${columns}, x.pool_id, c.username as creator_username, c.display_name as creator_name, true as exists,
      null::uuid as profile_id, null as method, null as page, null::timestamptz as found_at, null::text[] as doubts,
      null::timestamptz as handed_over_at, null::jsonb as imitates
    from i join pool_claims x on x.id = i.id join users u on u.id = x.user_id left join creator_profiles c on c.owner_id = u.id
    union all
    select 'creator', ${columns}, null, x.creator_username, x.creator_name, w.id is not null,
      w.id, x.method, x.page, x.found_at, x.doubts, x.handed_over_at,
      imitated_creators(coalesce(w.name_keys, name_keys_of(x.creator_username, x.creator_name)), w.id, x.user_id)
    from i join creator_claims x on x.id = i.id join users u on u.id = x.user_id left join creator_profiles w on w.id = x.profile_id
    order by n`;
}
