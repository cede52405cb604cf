import type { OutputOf } from '#contract/endpoint.ts';
import { creatorNewsTopics, type NoticeFilter } from '#contract/notification-topics.ts';
import {
  type listNotifications as endpoint,
  type NoticeKind,
  type Notification,
  noticeKindsOf,
} from '#contract/notifications.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { type AdultViewer, isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskedTitle } from '#server/pools/adult-mask.ts';
import { poolCategoriesOf } from '#server/pools/pool-view.ts';
import { countNotices, listNotices, type NoticeChoice, type NotificationRow } from './notifications.sql.ts';

const pageSize = 50;

interface Reader extends AdultViewer {
  userId: string;
}

interface Shown extends AdultViewer {
  categories: Categories;
}

/** Lists a page of a person's notices, newest first, with the pictures of the pools and people that they are about. */
export async function listNotifications(
  context: Platform,
  reader: Reader,
  { show, page }: { show?: NoticeFilter | undefined; page: number },
): Promise<OutputOf<typeof endpoint>> {
  const choice: NoticeChoice = {
    userId: reader.userId,
    unreadOnly: show === 'unread',
    kinds: show && show !== 'unread' ? kindsOf(show) : null,
  };
  const display: Shown = { categories: await readCategories(context), seesAdult: reader.seesAdult };
  const { totalCount, unreadCount } = await countNotices(context.db.sql, choice);
  const rows = await listNotices(context.db.sql, choice, { limit: pageSize, offset: (page - 1) * pageSize });
  return {
    notifications: rows.map((row) => notificationOf(row, display)),
    unreadCount,
    ...(totalCount > 0
      ? { pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) } }
      : {}),
  };
}

/** The list of a creator's notices includes the news of the pools that ask them. */
function kindsOf(show: Exclude<NoticeFilter, 'unread'>): readonly NoticeKind[] {
  if (show !== 'creator') return noticeKindsOf[show];
  return [...noticeKindsOf.creator, ...creatorNewsTopics.flatMap((topic) => [...noticeKindsOf[topic]])];
}

function notificationOf(row: NotificationRow, display: Shown): Notification {
  const { id, kind, title, body, href } = row;
  return {
    ...{ id, kind, title, body, href },
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
    person: personOf(row, display),
    pool: poolOf(row, display),
  };
}

/** Titles name adult creators by their username, also after the age gate, because emails have the same title. */
function personOf(row: NotificationRow, display: Shown): Notification['person'] {
  if (row.personId === null) return null;
  return {
    id: row.personId,
    name: row.personAdult ? row.personUsername : (row.personName ?? row.personUsername),
    avatarUrl: isAgeGated(display, { adult: row.personAdult }) ? null : row.personAvatar,
  };
}

function poolOf(row: NotificationRow, display: Shown): Notification['pool'] {
  if (row.poolId === null) return null;
  const masked = isAgeGated(display, { adult: row.poolAdult });
  return {
    id: row.poolId,
    title: masked ? maskedTitle() : row.poolTitle,
    imageUrl: row.poolImageKey && !masked ? imageUrl(row.poolImageKey) : null,
    categories: poolCategoriesOf(row.poolCategoryIds, display.categories),
  };
}
