import type { Contributor, listContributors as contract } from '#contract/contributors.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { RowPosition } from '#server/platform/postgres/row-position.ts';
import { type ContributorRow, findOwnPool, listContributorRows, sumContributors } from './contributors.sql.ts';

/** The pool of a list of contributors and its reader. */
interface ContributorQuestion {
  actor: Actor;
  poolId: string;
  seesAdult: boolean;
}

function contributorOf(row: ContributorRow, seesAdult: boolean): Contributor {
  const { id, anonymous, username, displayName, avatarUrl, adult, amountCents, status, pledgedAt, paidAt } = row;
  return {
    pledgeId: id,
    amountCents,
    status,
    fan: anonymous ? null : maskAdultPerson({ username, displayName, avatarUrl }, { adult, seesAdult }),
    pledgedAt: pledgedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}

/** Throws not_found unless the pool is assigned to the actor. */
export async function assertOwnPool(
  context: Platform,
  { actor, poolId }: Omit<ContributorQuestion, 'seesAdult'>,
): Promise<void> {
  const pool = await findOwnPool(context.db.sql, actor.userId, poolId);
  if (!pool || pool.status === 'removed') throw appError('not_found');
}

/** Lists a page of the pledges to a creator's pool. Anonymous fans have no name. */
export async function listContributors(
  context: Platform,
  question: ContributorQuestion,
  page: number,
): Promise<OutputOf<typeof contract>> {
  await assertOwnPool(context, question);
  const { sql } = context.db;
  const pageSize = limits.contributorsPageSize;
  const [rows, { totalCount, ...totals }] = await Promise.all([
    listContributorRows(sql, question.poolId, { limit: pageSize, offset: (page - 1) * pageSize }),
    sumContributors(sql, question.poolId),
  ]);
  const { seesAdult } = question;
  return {
    items: rows.map((row) => contributorOf(row, seesAdult)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
    totals,
  };
}

/** All pledges to a pool in batches, for the CSV file. The caller checks with `assertOwnPool` that the pool is the actor's. */
export async function* contributorBatches(
  context: Platform,
  question: ContributorQuestion,
  batchSize = 1000,
): AsyncGenerator<Contributor[]> {
  const { seesAdult } = question;
  let after: RowPosition | undefined;
  for (;;) {
    const place = { limit: batchSize, offset: 0, after };
    const rows: ContributorRow[] = await listContributorRows(context.db.sql, question.poolId, place);
    if (rows.length > 0) yield rows.map((row) => contributorOf(row, seesAdult));
    if (rows.length < batchSize) return;
    after = rows.at(-1);
  }
}
