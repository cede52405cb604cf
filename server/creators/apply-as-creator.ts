import type { z } from 'zod';
import type { applicationForm, verificationStatus } from '#contract/creators/creators.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { refuseReservedName } from '#server/accounts/reserved-names.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { insertApplication, latestApplication } from './applications.sql.ts';
import { findCreatorByUsername } from './creators.sql.ts';

/** Applies to become a creator. A user can have one open application, and can apply again after a rejection. */
export async function applyAsCreator(
  context: Platform,
  actor: Actor,
  form: z.output<typeof applicationForm>,
): Promise<{ verificationStatus: z.infer<typeof verificationStatus> }> {
  refuseReservedName(context.config, actor, { name: form.fullName, field: 'fullName' });
  const latest = await latestApplication(context.db.sql, actor.userId);
  if (latest?.status === 'approved' && actor.role !== 'user') throw appError('application_approved');
  const profile = await findCreatorByUsername(context.db.sql, form.username);
  if (profile?.ownerId && profile.ownerId !== actor.userId) throw appError('creator_username_taken');
  try {
    await context.db.tx(async (tx) => {
      const row = await insertApplication(tx, { ...form, userId: actor.userId });
      if (!row)
        throw appError('validation_failed', {
          message: () => t`Category is required`,
          fields: { category: () => t`Category is required` },
        });
      await context.facts.publish(tx, 'application.made', { applicationId: row.id, userId: actor.userId });
    });
  } catch (error) {
    if (violates(error, 'creator_applications_open')) throw appError('application_open');
    throw error;
  }
  return { verificationStatus: 'pending' };
}
