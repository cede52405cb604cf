import type { CreatorStatus } from '#contract/creators/creators.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { anyOf } from '#server/platform/postgres/sql-text.ts';
import type {} from './hooks.ts';
import type { PoolRow } from './pool.ts';

/** One row with all data of a card: three joins by primary key, and the picture keys as text. */
export type CardRow = Pick<
  PoolRow,
  | 'id'
  | 'ownerId'
  | 'title'
  | 'slug'
  | 'description'
  | 'status'
  | 'frozen'
  | 'adult'
  | 'goalCents'
  | 'paidCents'
  | 'pledgedCents'
  | 'fanCount'
  | 'likeCount'
  | 'commentCount'
  | 'isHighlighted'
  | 'categoryIds'
  | 'createdAt'
  | 'deadline'
  | 'creatorProfileId'
  | 'assignedCreatorId'
  | 'contentMark'
> & {
  ownerUsername: string;
  ownerName: string | null;
  ownerAvatar: string | null;
  ownerAdult: boolean;
  profileUsername: string | null;
  profileName: string;
  profileAvatar: string | null;
  profileStatus: CreatorStatus;
  profileCategoryId: number | null;
  profileFollowers: number;
  assignedUsername: string | null;
  assignedName: string | null;
  assignedAvatar: string | null;
  assignedAdult: boolean | null;
  /** The picture keys in order, separated by commas; null without pictures. */
  imageKeys: string | null;
};

const columnsWith = (sql: Connection, figures: Fragment) => sql`
  p.id, p.owner_id, p.title, p.slug, p.description, p.status, p.frozen, p.adult, p.goal_cents, p.paid_cents, ${figures},
  p.like_count, p.comment_count, p.is_highlighted, p.category_ids, p.created_at, p.deadline,
  p.creator_profile_id, p.assigned_creator_id, p.content_mark,
  o.username as owner_username, o.display_name as owner_name, o.avatar_url as owner_avatar, o.adult as owner_adult,
  c.username as profile_username, c.display_name as profile_name, c.avatar_url as profile_avatar, c.status as profile_status,
  c.category_id as profile_category_id, c.follower_count as profile_followers,
  a.username as assigned_username, coalesce(ac.display_name, a.display_name) as assigned_name,
  case when ac.id is null then a.avatar_url else ac.avatar_url end as assigned_avatar,
  a.adult as assigned_adult,
  (select string_agg(i.key, ',' order by pi.position) from pool_images pi join images i on i.id = pi.image_id
    where pi.pool_id = p.id) as image_keys`;

/** The columns of a card with the totals of live pledges: for pools of the feed, and for the pool page, which shows both. */
export const liveCardColumns = (sql: Connection) => columnsWith(sql, sql`p.pledged_cents, p.fan_count`);

export const liveCardJoins = (sql: Connection) => sql`
  join users o on o.id = p.owner_id
  left join creator_profiles c on c.id = p.creator_profile_id
  left join users a on a.id = p.assigned_creator_id
  left join creator_profiles ac on ac.owner_id = p.assigned_creator_id`;

/** The columns and joins of a card with the figures that its pool's page shows, also those at its end. */
export function cardParts({ db: { sql }, hooks }: Pick<Platform, 'db' | 'hooks'>): {
  columns: Fragment;
  joins: Fragment;
} {
  const { columns, join } = hooks.one('pool.shown_figures')(sql);
  return { columns: columnsWith(sql, columns), joins: sql`${liveCardJoins(sql)} ${join}` };
}

export async function listCardsByIds(context: Pick<Platform, 'db' | 'hooks'>, ids: string[]): Promise<CardRow[]> {
  const { sql } = context.db;
  const { columns, joins } = cardParts(context);
  return sql<CardRow[]>`
    select ${columns} from pools p ${joins}
    where p.id = ${anyOf(sql, ids)}
    order by p.created_at desc, p.id desc`;
}
