import type { z } from 'zod';
import type { AdminUserItem, listAdminUsers } from '#contract/admin/users.ts';
import { limits } from '#contract/limits.ts';
import { isUuid } from '#contract/values/ids.ts';
import { readVersions } from '#server/audit/admin-conflict.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { type AdminPersonRow, findPeople, listPeopleByIds, type PeopleFilter, walkPeople } from './people-list.sql.ts';

type PeopleQuery = z.output<typeof listAdminUsers.query>;

/** Lists people for admins. */
export async function listPeople(context: Platform, query: PeopleQuery): Promise<Page<AdminUserItem>> {
  const { sql } = context.db;
  const { sort } = query;
  const filter = filterOf(query);
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return cappedPageOf(
    query.page,
    {
      find: async (most, at) => {
        const { totalCount, ids } = await findPeople(sql, filter, { most, sort, ...at });
        return { totalCount, keys: ids };
      },
      walk: (at) => walkPeople(sql, filter, { sort, ...at }),
      read: (ids) => readPeople(context, ids),
    },
    isFiltered ? limits.adminFilteredCountMax : limits.adminCountMax,
  );
}

/** Reads people for admins, in the order of the ids. Leaves out unknown ids. */
export async function readPeople(context: Platform, ids: readonly string[]): Promise<AdminUserItem[]> {
  const [rows, versions] = await Promise.all([
    listPeopleByIds(context.db.sql, ids),
    readVersions(context.db.sql, 'user', ids),
  ]);
  return rows.map((row) => itemOf(row, versions.get(row.id) ?? 0));
}

/** The query as parameters of a statement. */
export function filterOf({
  search,
  status,
  role,
  verified,
  emailVerified,
  new: isNew,
  held,
}: PeopleQuery): PeopleFilter {
  return {
    search: search ? escapeLike(search) : null,
    id: search && isUuid(search) ? search : null,
    status: status || null,
    role: role || null,
    verified: verified ?? null,
    emailVerified: emailVerified ?? null,
    isNew: isNew ?? null,
    held: held ?? null,
  };
}

function itemOf(row: AdminPersonRow, version: number): AdminUserItem {
  const { id, username, displayName, avatarUrl, email, role, isVerified, heldCents, payoutsHeld } = row;
  return {
    id,
    userId: id,
    username,
    displayName,
    avatarUrl,
    email,
    role,
    status: row.deletedAt ? 'deleted' : row.suspendedAt ? 'suspended' : 'active',
    isVerified,
    emailVerified: row.emailVerifiedAt !== null,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    heldCents,
    payoutsHeld,
    version,
  };
}
