import { captionsOf } from '#contract/captions.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import type { listGallery as contract } from '#contract/gallery.ts';
import { limits } from '#contract/limits.ts';
import { canonicalPoolPath } from '#contract/pools/pool-path.ts';
import type { Viewer } from '#server/creators/creator.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listFilesOfClaims } from './delivery.sql.ts';
import { listGalleryRows } from './gallery.sql.ts';
import { fileView } from './read-deliveries.ts';

/** Lists one page of a creator's gallery; empty for a profile without an owner. Throws `not_found`. */
export async function listGallery(
  context: Platform,
  viewer: Viewer,
  username: string,
  { page }: InputOf<typeof contract>['query'],
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const { ownerId } = await readCreator(context, viewer, username);
  const pageSize = limits.galleryPageSize;
  const { seesAdult } = viewer;
  const rows = ownerId
    ? await listGalleryRows(sql, { creatorId: ownerId, seesAdult, limit: pageSize, offset: (page - 1) * pageSize })
    : [];
  const claimIds = rows.filter(({ contentType }) => contentType.startsWith('video/')).map(({ claimId }) => claimId);
  const delivered = claimIds.length > 0 ? await listFilesOfClaims(sql, claimIds) : [];
  const filesOf = Map.groupBy(delivered, ({ claimId }) => claimId);
  const totalCount = rows[0]?.totalCount ?? 0;
  return {
    items: rows.map((row) => {
      const file = fileView(row);
      const captions = captionsOf(file, (filesOf.get(row.claimId) ?? []).map(fileView));
      return {
        file,
        captions: captions.filter((one) => one.public),
        pool: { title: row.title, path: canonicalPoolPath(row) },
      };
    }),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
