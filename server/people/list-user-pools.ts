import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { listUserPools as contract } from '#contract/people.ts';
import type { Viewer } from '#server/creators/creator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { findPoolsBackedBy, findPoolsStartedBy, type PoolsPage } from './people.sql.ts';
import { readPerson } from './read-person.ts';

type PoolPage = OutputOf<typeof contract>;

/** Lists a person's public pools. Adult pools are left out until the viewer passes the age gate. Throws not_found, backs_private. */
export async function listUserPools(
  context: Platform,
  viewer: Viewer,
  { username, page, backed }: { username: string; page: number; backed: boolean },
): Promise<PoolPage> {
  const person = await readPerson(context, viewer, username);
  if (backed && person.backsPrivate && !person.isMe) throw appError('backs_private');
  return readPoolsOf(context, viewer, { userId: person.id, page, backed });
}

/** Reads one page of the pools that a person started, or of those they back. */
export async function readPoolsOf(
  context: Platform,
  viewer: Viewer,
  { userId, page, backed }: { userId: string; page: number; backed: boolean },
): Promise<PoolPage> {
  const pageSize = limits.feedPageSize;
  const find = backed ? findPoolsBackedBy : findPoolsStartedBy;
  const { ids, totalCount }: PoolsPage = await find(context.db.sql, userId, {
    seesAdult: viewer.seesAdult,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  const cards = await readPoolCards(context, ids, viewer.seesAdult);
  return {
    pools: ids.flatMap((id) => cards.get(id) ?? []),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
