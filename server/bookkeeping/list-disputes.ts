import type { z } from 'zod';
import type { listDisputes as contract, DisputeItem } from '#contract/admin/disputes.ts';
import { limits } from '#contract/limits.ts';
import { isErasedUsername } from '#contract/paths.ts';
import { isUuid } from '#contract/values/ids.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import {
  type DisputeFilter,
  type DisputeRow,
  findDisputeIds,
  listDisputeIds,
  readDisputeRows,
} from './disputes.sql.ts';

type DisputeQuery = z.output<typeof contract.query>;

function filterOf({ search: text, status }: DisputeQuery): DisputeFilter {
  const escaped = text ? escapeLike(text) : '';
  // One or two letters have no trigram inside a word, so they match only the beginning of a name.
  const pattern = [...(text ?? '')].length < 3 ? `${escaped}%` : `%${escaped}%`;
  return { status: status || null, search: text ? { text, pattern, id: isUuid(text) ? text : null } : null };
}

/** Lists disputes or early fraud warnings for admins. */
export function listDisputes({ db: { sql } }: Platform, query: DisputeQuery): Promise<Page<DisputeItem>> {
  const filter = filterOf(query);
  const waits = filter.status === 'open' || filter.status === 'needs_response' || filter.status === 'warning';
  const sort = query.sort === 'due' && !waits ? 'newest' : query.sort;
  return cappedPageOf(
    query.page,
    {
      find: (most, at) => findDisputeIds(sql, filter, { most, sort, ...at }),
      walk: (at) => listDisputeIds(sql, filter, { sort, ...at }),
      read: async (ids) => (await readDisputeRows(sql, ids)).map(itemOf),
    },
    limits.adminFilteredCountMax,
  );
}

const batchSize = 500;

/** All matching disputes in batches, in the order of the list. Disputes are few enough to skip the rows that were sent. */
export async function* disputeBatches({ db: { sql } }: Platform, query: DisputeQuery): AsyncGenerator<DisputeItem[]> {
  const filter = filterOf(query);
  const sort = query.sort === 'due' ? 'newest' : query.sort;
  for (let offset = 0; ; offset += batchSize) {
    const ids = await listDisputeIds(sql, filter, { sort, limit: batchSize, offset });
    if (ids.length > 0) yield (await readDisputeRows(sql, ids)).map(itemOf);
    if (ids.length < batchSize) return;
  }
}

const reasons: Record<string, string> = {
  fraudulent: 'The cardholder says they didn’t make this payment.',
  duplicate: 'The cardholder says they were charged twice.',
  subscription_canceled: 'The cardholder says they had canceled.',
  product_not_received: 'The cardholder says nothing was delivered.',
  product_unacceptable: 'The cardholder says the delivery isn’t what was promised.',
  credit_not_processed: 'The cardholder says a refund is missing.',
  unrecognized: 'The cardholder doesn’t recognize this payment.',
  fraud_warning: 'The bank suspects that the cardholder didn’t make this payment.',
};

/** The bank's reason in plain words; a reason that we do not know stays as the processor names it. */
const reasonOf = (reason: string) => reasons[reason] ?? (reason ? `Reason: ${reason.replaceAll('_', ' ')}.` : '');

export function itemOf(row: DisputeRow): DisputeItem {
  const { id, status, amountCents, feeCents, poolId, poolTitle, username, refunded, actionable, processorRef } = row;
  return {
    id,
    status,
    reason: reasonOf(row.reason),
    amountCents,
    feeCents,
    poolId,
    poolTitle,
    username: isErasedUsername(username) ? null : username,
    dueAt: status === 'needs_response' ? (row.evidenceDueAt?.toISOString() ?? null) : null,
    evidenceAt: row.evidenceAt?.toISOString() ?? null,
    openedAt: row.openedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    refunded,
    actionable,
    processorRef,
  };
}
