import type { z } from 'zod';
import type { reportItem } from '#contract/admin/moderation.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import { poolCommentsPath, poolUpdatePath } from '#contract/pools/pool-path.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { type AdminQueue, cardsOf, momentOf, personOf } from './queue.ts';
import { listReportsByIds, matchingReportsOf, type ReportQueueRow } from './report-queue.sql.ts';

type ReportItem = z.infer<typeof reportItem>;

/** The queue of objections to deliveries and of reports, or of one of these kinds. */
export const reportQueue = (kind?: ReportItem['kind']): AdminQueue<ReportQueueRow, ReportItem> => ({
  matching: (sql, filter) => matchingReportsOf(sql, filter, kind),
  read: listReportsByIds,
  items: async (context, rows) => {
    const cardOf = await cardsOf(
      context,
      rows.flatMap(({ poolId }) => poolId ?? []),
    );
    return rows.map((row) => itemOf(row, row.poolId === null ? null : cardOf(row.poolId)));
  },
});

function itemOf(row: ReportQueueRow, card: PoolCard | null): ReportItem {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    poolId: row.poolId,
    poolTitle: card?.title ?? null,
    poolPath: card?.canonicalPath ?? null,
    userId: row.userId,
    user: personOf(row),
    reason: row.reason,
    answer: row.answer,
    createdAt: row.createdAt.toISOString(),
    decidedAt: momentOf(row.decidedAt),
    reported: row.targetId === null ? null : reportedOf(row, row.targetId, card),
  };
}

function reportedOf(row: ReportQueueRow, id: string, card: PoolCard | null): ReportItem['reported'] {
  const { subjectId, subjectUsername: username, subjectName: displayName, subjectAvatar: avatarUrl } = row;
  const user = subjectId && username ? { id: subjectId, username, displayName, avatarUrl } : null;
  const { excerpt, earlierTexts, gone, openReports } = row;
  const images = row.images.map(({ key, ...size }) => ({ url: imageUrl(key), ...size }));
  return { id, path: pathOf(row, card), excerpt, earlierTexts, images, user, gone, openReports };
}

/** Returns the page on which an admin can see the reported content. */
function pathOf(row: ReportQueueRow, card: PoolCard | null): string | null {
  if (row.kind === 'profile') {
    if (row.profileUsername) return creatorPath(row.profileUsername);
    return row.subjectUsername ? userPath(row.subjectUsername) : null;
  }
  if (row.kind === 'appeal') return row.subjectUsername ? userPath(row.subjectUsername) : null;
  if (row.category) return `${paths.feed}?categories=${encodeURIComponent(row.category)}#chat`;
  if (!card) return null;
  if (row.updateId) return poolUpdatePath(card.canonicalPath, row.updateId);
  if (row.kind === 'comment') return poolCommentsPath(card.canonicalPath);
  const place = { content: '#delivered', thanks: '#delivered', message: '#chat' }[row.kind as string] ?? '';
  return `${card.canonicalPath}${place}`;
}
