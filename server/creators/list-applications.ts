import type { z } from 'zod';
import type { verificationItem } from '#contract/admin/moderation.ts';
import { appError } from '#contract/errors.ts';
import type { Page } from '#server/platform/http/capped-page.ts';
import { type AdminQuery, batchesOf, pageOf } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  type ApplicationRow,
  findApplication,
  listApplicationsByIds,
  matchingApplications,
} from './applications.sql.ts';

export type VerificationItem = z.infer<typeof verificationItem>;

const applications = { matching: matchingApplications, read: listApplicationsByIds };

/** Lists applications for the admin queue. */
export async function listApplications({ db }: Platform, query: AdminQuery): Promise<Page<VerificationItem>> {
  const page = await pageOf(db.sql, applications, query);
  return { ...page, items: page.items.map(itemOf) };
}

/** All matching applications in batches. */
export async function* applicationBatches(
  { db }: Platform,
  query: Omit<AdminQuery, 'page'>,
): AsyncGenerator<VerificationItem[]> {
  for await (const rows of batchesOf(db.sql, applications, query)) yield rows.map(itemOf);
}

export async function readApplicationItem(context: Platform, id: string): Promise<VerificationItem> {
  const row = await findApplication(context.db.sql, id);
  if (!row) throw appError('not_found');
  return itemOf(row);
}

function itemOf(row: ApplicationRow): VerificationItem {
  return {
    id: row.id,
    userId: row.userId,
    user: {
      id: row.userId,
      username: row.userUsername,
      displayName: row.userDisplayName,
      avatarUrl: row.userAvatarUrl,
    },
    status: row.status,
    fullName: row.fullName,
    username: row.username,
    category: row.category,
    bio: row.bio,
    socialLinks: row.socialLinks,
    proofUrl: row.proofUrl,
    claimsProfile: row.claimsProfile && row.status === 'pending',
    imitates: row.imitates,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
