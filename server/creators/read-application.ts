import type { z } from 'zod';
import type { getCreatorApplication } from '#contract/creators.ts';
import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { latestApplication } from './applications.sql.ts';

/** Returns the user's latest application. Throws `not_found`. */
export async function readApplication(
  context: Platform,
  actor: Actor,
): Promise<z.infer<typeof getCreatorApplication.output>> {
  const row = await latestApplication(context.db.sql, actor.userId);
  if (!row) throw appError('not_found', { message: 'You have not applied yet.' });
  return {
    verificationStatus: row.status,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    username: row.username,
  };
}
