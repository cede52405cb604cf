import { isUuid } from '#contract/values/ids.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { poolsTitled } from '#server/pools/pools-titled.ts';

const inMs = (sql: Connection, ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

export interface PerformerRow {
  id: string;
  creatorId: string;
  sealed: Buffer;
  scanKey: string;
  createdAt: Date;
  keepUntil: Date;
}

export async function insertPerformer(
  tx: Tx,
  { id, creatorId, sealed, scanKey }: Pick<PerformerRow, 'id' | 'creatorId' | 'sealed' | 'scanKey'>,
  keepMs: number,
): Promise<PerformerRow> {
  const [row] = await tx<PerformerRow[]>`
    insert into performers (id, creator_id, sealed, scan_key, keep_until)
    values (${id}, ${creatorId}, ${sealed}, ${scanKey}, ${inMs(tx, keepMs)})
    returning *`;
  if (!row) throw new Error('no performer was inserted');
  return row;
}

/** Of one creator, or of all; null for every production. */
interface Scope {
  creatorId: string | null;
  productionIds: readonly string[] | null;
}

/** The records of one creator, or of all: everyone, or those shown in these productions. */
export async function listPerformers(sql: Connection, { creatorId, productionIds }: Scope): Promise<PerformerRow[]> {
  const idList = productionIds && [...productionIds];
  return sql<PerformerRow[]>`
    select * from performers f
    where (${creatorId}::uuid is null or creator_id = ${creatorId}::uuid)
      and (${idList}::uuid[] is null
        or exists (select 1 from production_performers x where x.performer_id = f.id and x.production_id = any (${idList}::uuid[])))
    order by created_at desc, id`;
}

/** Locks the creator's own records among these, so that none of them expires in the meantime. */
export async function lockPerformers(tx: Tx, creatorId: string, ids: string[]): Promise<PerformerRow[]> {
  return tx<PerformerRow[]>`
    select * from performers where creator_id = ${creatorId} and id = any(${ids}::uuid[]) order by id for update`;
}

export interface ProductionRow {
  id: string;
  poolId: string;
  creatorId: string;
  sealed: Buffer;
  showsNoOne: boolean;
  createdAt: Date;
  keepUntil: Date;
  performerIds: string[];
}

const productionColumns = (sql: Connection) => sql`
  d.id, d.pool_id, d.creator_id, d.sealed, d.shows_no_one, d.created_at, d.keep_until,
  array(select x.performer_id from production_performers x where x.production_id = d.id order by x.performer_id)::text[] as performer_ids`;

/** Also keeps the performers as long as this production. */
export async function insertProduction(
  tx: Tx,
  production: Pick<ProductionRow, 'id' | 'poolId' | 'creatorId' | 'sealed' | 'showsNoOne' | 'performerIds'>,
  keepMs: number,
): Promise<void> {
  const { id, poolId, creatorId, sealed, showsNoOne, performerIds } = production;
  await tx`
    insert into productions (id, pool_id, creator_id, sealed, shows_no_one, keep_until)
    values (${id}, ${poolId}, ${creatorId}, ${sealed}, ${showsNoOne}, ${inMs(tx, keepMs)})`;
  await tx`
    insert into production_performers (production_id, performer_id) select ${id}::uuid, p from unnest(${performerIds}::uuid[]) as p`;
  await tx`update performers set keep_until = greatest(keep_until, ${inMs(tx, keepMs)}) where id = any(${performerIds}::uuid[])`;
}

/** The latest record of this creator for the pool. */
export async function findProduction(
  sql: Connection,
  poolId: string,
  creatorId: string,
): Promise<ProductionRow | undefined> {
  const [row] = await sql<ProductionRow[]>`
    select ${productionColumns(sql)} from productions d where d.pool_id = ${poolId} and d.creator_id = ${creatorId}
    order by d.created_at desc, d.id desc limit 1`;
  return row;
}

/** The records of one creator, or of all; `productionIds` selects some of them. */
export async function listAllProductions(
  sql: Connection,
  { creatorId, productionIds }: Scope,
): Promise<ProductionRow[]> {
  const chosen = productionIds && [...productionIds];
  return sql<ProductionRow[]>`
    select ${productionColumns(sql)} from productions d
    where (${creatorId}::uuid is null or d.creator_id = ${creatorId}::uuid)
      and (${chosen}::uuid[] is null or d.id = any (${chosen}::uuid[]))
    order by d.created_at desc, d.id`;
}

/** The columns of a pool that decide whether its delivery needs a record. */
export async function findAdultPool(
  sql: Connection,
  poolId: string,
): Promise<{ adult: boolean; assignedCreatorId: string | null } | undefined> {
  const [row] = await sql<{ adult: boolean; assignedCreatorId: string | null }[]>`
    select adult, assigned_creator_id from pools where id = ${poolId}`;
  return row;
}

export interface ProductionListRow {
  id: string;
  poolId: string;
  poolTitle: string;
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  performers: number;
  showsNoOne: boolean;
  createdAt: Date;
  keepUntil: Date;
}

/** The records of productions, by title or id of the pool and by name or id of the creator. The status `no_one` selects those that show no one. */
export function matchingProductions(sql: Connection, { text, pattern, status }: ListFilter): Matching {
  const statusFilter = status === null ? sql`true` : sql`d.shows_no_one = ${status === 'no_one'}`;
  return [sql`select d.id, d.created_at from productions d where ${statusFilter} and ${searched(sql, text, pattern)}`];
}

function searched(sql: Connection, text: string | null, pattern: string | null): Fragment {
  if (text === null || pattern === null) return sql`true`;
  if (isUuid(text)) return sql`(d.pool_id = ${text} or d.creator_id = ${text})`;
  return sql`(d.pool_id = any (${poolsTitled(sql, pattern)}) or d.creator_id = any (${peopleNamed(sql, pattern)}))`;
}

/** Reads records of productions in the order of the ids. */
export async function listProductionsByIds(sql: Connection, ids: string[]): Promise<ProductionListRow[]> {
  return sql<ProductionListRow[]>`
    select d.id, d.pool_id, p.title as pool_title, u.id as user_id, u.username, u.display_name, u.avatar_url, d.shows_no_one,
      (select count(*) from production_performers x where x.production_id = d.id) as performers, d.created_at, d.keep_until
    from unnest(${ids}::uuid[]) with ordinality i (id, n) join productions d on d.id = i.id join pools p on p.id = d.pool_id
      join users u on u.id = d.creator_id
    order by i.n`;
}

export async function findCreatorId(sql: Connection, username: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from users where lower(username) = lower(${username})`;
  return row?.id;
}

/** Deletes the records whose retention is over. Returns the files of the deleted performers. */
export async function deleteExpired(tx: Tx): Promise<string[]> {
  await tx`delete from productions where keep_until <= clock_timestamp()`;
  const rows = await tx<{ scanKey: string }[]>`
    delete from performers p
    where p.keep_until <= clock_timestamp() and not exists (select 1 from production_performers x where x.performer_id = p.id)
    returning scan_key`;
  return rows.map(({ scanKey }) => scanKey);
}

export async function listKnownScans(sql: Connection, keys: string[]): Promise<string[]> {
  const rows = await sql<{ scanKey: string }[]>`select scan_key from performers where scan_key = any(${keys}::text[])`;
  return rows.map(({ scanKey }) => scanKey);
}

/** Returns whether any record was encrypted with another key than this one. */
export async function hasForeignKey(sql: Connection, keyIds: readonly [Buffer, ...Buffer[]]): Promise<boolean> {
  const [{ length }] = keyIds;
  const rows = await sql`
    select 1 from performers where substring(sealed from 1 for ${length}) not in ${sql([...keyIds])}
    union all
    select 1 from productions where substring(sealed from 1 for ${length}) not in ${sql([...keyIds])}
    limit 1`;
  return rows.length > 0;
}

interface Replacement {
  id: string;
  before: Buffer;
  sealed: Buffer;
}

/** False if the record has expired or changed since it was read. */
export async function replaceSealedPerformer(
  sql: Connection,
  { id, before, sealed, scanKey }: Replacement & { scanKey: string },
): Promise<boolean> {
  const rows = await sql`
    update performers set sealed = ${sealed}, scan_key = ${scanKey} where id = ${id} and sealed = ${before} returning id`;
  return rows.length > 0;
}

/** False if the record has expired or changed since it was read. */
export async function replaceSealedProduction(sql: Connection, { id, before, sealed }: Replacement): Promise<boolean> {
  const rows =
    await sql`update productions set sealed = ${sealed} where id = ${id} and sealed = ${before} returning id`;
  return rows.length > 0;
}
