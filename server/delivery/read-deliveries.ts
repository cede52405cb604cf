import { kindOf } from '#contract/content-kind.ts';
import { type ContentFile, contentFileUrl, contentPreviewUrl, type DeliveredContent } from '#contract/delivery.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listClaims, listFilesOfClaims, listPoolClaims } from './delivery.sql.ts';
import type { ClaimRow, ContentFileRow } from './delivery.ts';

/** Reads deliveries by claim id, for callers that may see all of them. */
export async function readDeliveries(sql: Connection, claimIds: string[]): Promise<Map<string, DeliveredContent>> {
  if (claimIds.length === 0) return new Map();
  const deliveries = await withFiles(sql, await listClaims(sql, claimIds));
  return new Map(deliveries.map((delivery) => [delivery.claimId, delivery]));
}

/** All deliveries of a pool, newest first, for admins. */
export async function readAllDeliveries(sql: Connection, poolId: string): Promise<DeliveredContent[]> {
  return withFiles(sql, await listPoolClaims(sql, poolId, false));
}

export async function withFiles(sql: Connection, claims: ClaimRow[]): Promise<DeliveredContent[]> {
  if (claims.length === 0) return [];
  const files = Map.groupBy(
    await listFilesOfClaims(
      sql,
      claims.map(({ id }) => id),
    ),
    ({ claimId }) => claimId,
  );
  return claims.map((claim) => ({
    claimId: claim.id,
    status: claim.status,
    note: claim.note,
    text: claim.body,
    links: claim.links,
    files: (files.get(claim.id) ?? []).map(fileView),
    submittedAt: claim.createdAt.toISOString(),
    deliveredAt: claim.status === 'approved' ? (claim.decidedAt?.toISOString() ?? null) : null,
    reason: claim.reason,
  }));
}

export function fileView(row: ContentFileRow): ContentFile {
  const { id, name, contentType, sizeBytes, hasPreview, durationMs, peaks, isPublic } = row;
  return {
    id,
    name,
    contentType,
    sizeBytes,
    kind: kindOf(contentType, name),
    url: contentFileUrl(id),
    previewUrl: hasPreview ? contentPreviewUrl(id) : null,
    durationMs,
    peaks,
    public: isPublic,
  };
}
