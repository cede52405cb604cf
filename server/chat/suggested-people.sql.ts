import type { Connection } from '#server/platform/postgres/db.ts';
import type { NamedRow } from './message.ts';

/** The latest pledges whose pools suggest people, and the most fans of each of these pools. */
const pools = 20;
const fansOfPool = 8;

/**
 * Lists people to write to: first those of the latest direct conversations, then the creators, the owners and the named fans of pools that
 * the person backs. Leaves out blocks in either direction, before each limit, so that those people take no place.
 */
export async function listSuggestedPeople(
  sql: Connection,
  { userId, seesAdult, limit }: { userId: string; seesAdult: boolean; limit: number },
): Promise<NamedRow[]> {
  const backs = (alias: string) => sql`${sql(alias)}.status in ('pledged', 'charging', 'notified', 'paid')`;
  const fits = (alias: string) => {
    const u = sql(alias);
    return sql`
      ${u}.id <> ${userId} and ${u}.deleted_at is null and ${u}.suspended_at is null and ${u}.id not in (select id from apart)`;
  };
  return sql<NamedRow[]>`
    with apart as (select a as id from people_apart_from(${userId}::uuid) a),
    talked as (
      select o.id, 1 as rank, r.updated_at as at
      from chat_members c join chat_rooms r on r.id = c.room_id
        join users o on o.id = case when r.first_id = ${userId} then r.second_id else r.first_id end
      where c.user_id = ${userId} and c.listed and r.kind = 'direct' and ${fits('o')} order by r.updated_at desc limit ${limit}),
    backed as (
      select p.id, p.owner_id, p.assigned_creator_id, g.created_at as at
      from pledges g join pools p on p.id = g.pool_id
      where g.fan_id = ${userId} and ${backs('g')} and pool_is_listed(p.status) and (${seesAdult} or not p.adult)
      order by g.created_at desc limit ${pools}),
    near as (
      select * from talked
      union all
      select assigned_creator_id, 2, at from backed where assigned_creator_id is not null
      union all
      select owner_id, 3, at from backed
      union all
      select f.fan_id, 4, b.at from backed b cross join lateral (
        select f.fan_id from pledges f join users v on v.id = f.fan_id
        where f.pool_id = b.id and ${backs('f')} and not f.anonymous and not v.backs_private and ${fits('v')}
          and f.fan_id not in (select id from talked)
        limit ${fansOfPool}) f)
    select u.id, u.username, u.display_name, u.avatar_url, u.adult
    from (select id, min(rank) as rank, max(at) as at from near group by id) s join users u on u.id = s.id
    where ${fits('u')}
    order by s.rank, s.at desc, u.id limit ${limit}`;
}
