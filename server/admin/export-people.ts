import type { z } from 'zod';
import { type AdminUserItem, listAdminUsers } from '#contract/admin/users.ts';
import { type CsvColumn, csvMoney } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { filterOf, readPeople } from './list-people.ts';
import { walkPeopleFrom } from './people-list.sql.ts';

const columns: readonly CsvColumn<AdminUserItem>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Username', value: ({ username }) => username },
  { header: 'Display name', value: ({ displayName }) => displayName },
  { header: 'Email', value: ({ email }) => email },
  { header: 'Email confirmed', value: ({ emailVerified }) => emailVerified },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Verified', value: ({ isVerified }) => isVerified },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Suspended until', value: ({ suspendedUntil }) => suspendedUntil },
  { header: 'Joined', value: ({ createdAt }) => createdAt },
  { header: 'Last seen', value: ({ lastSeenAt }) => lastSeenAt },
  { header: 'Held (USD)', value: ({ heldCents }) => csvMoney(heldCents) },
];

/** The list of people as a CSV file: all matching people, newest or oldest first. */
export function peopleExport(context: Platform): CsvRoutes {
  return csvRoutes(
    {
      list: listAdminUsers,
      name: 'people',
      summary: 'Export the matching people as CSV',
      columns,
      freshProof: true,
      batches: ({ query }) => batchesOf(context, query),
    },
    context.limits.limiter('admin exports', { points: 60, perMs: 60 * 60_000 }),
  );
}

const batchSize = 500;

/** Each batch is a short statement that starts after the last row, so that a slow reader holds no connection. */
async function* batchesOf(
  context: Platform,
  query: z.output<typeof listAdminUsers.query>,
): AsyncGenerator<AdminUserItem[]> {
  const oldestFirst = query.sort === 'oldest';
  let afterId: string | null = null;
  for (;;) {
    const ids: string[] = await walkPeopleFrom(context.db.sql, filterOf(query), {
      afterId,
      oldestFirst,
      limit: batchSize,
    });
    if (ids.length > 0) yield await readPeople(context, ids);
    if (ids.length < batchSize) return;
    afterId = ids.at(-1) ?? null;
  }
}
