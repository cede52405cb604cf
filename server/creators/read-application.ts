import type { z } from 'zod';
import type { getCreatorApplication } from '#contract/creators/creators.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type ApplicationRow, latestApplication, latestApplications } from './applications.sql.ts';

/** Every page of a person who is no creator reads this. Reads that arrive during a query share the next one. */
const readers = contextState(({ db }: Platform) =>
  createBatches<string, ApplicationRow | null>((ids) => latestApplications(db.sql, ids), {
    retryIndividually: () => false,
  }),
);

/** Returns the user's latest application. Throws `not_found`. */
export async function readApplication(
  context: Platform,
  actor: Actor,
): Promise<z.infer<typeof getCreatorApplication.output>> {
  const row = await readers(context)(actor.userId);
  if (!row) throw appError('not_found', { message: () => t`You have not applied yet.` });
  const { fullName, category, bio, socialLinks, proofUrl } = row;
  return {
    verificationStatus: row.status,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    username: row.username,
    answers: row.status === 'rejected' ? { fullName, category, bio, socialLinks, proofUrl } : null,
  };
}

/** Returns the user's open application. Throws `not_found`. */
export async function findOpenApplicationId(context: Platform, userId: string): Promise<string> {
  const row = await latestApplication(context.db.sql, userId);
  if (row?.status !== 'pending') throw appError('not_found');
  return row.id;
}
