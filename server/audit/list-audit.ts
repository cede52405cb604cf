import type { z } from 'zod';
import type { AuditItem, auditQuery } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/admin/audit-actions.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { userPath } from '#contract/paths.ts';
import { isUuid } from '#contract/values/ids.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import {
  type AuditFilter,
  type AuditRow,
  countAudit,
  findAudit,
  findPeopleIds,
  listAuditBySeq,
  walkAudit,
} from './audit.sql.ts';
import type { AuditTarget } from './hooks.ts';

export type AuditQuery = z.output<typeof auditQuery>;

/** Lists audit rows for admins. */
export async function listAudit(context: Platform, query: AuditQuery): Promise<Page<AuditItem>> {
  const { sql } = context.db;
  const oldestFirst = query.sort === 'oldest';
  const read = async (seqs: number[]) => auditItemsOf(context, await listAuditBySeq(sql, seqs, oldestFirst));
  const filter = await auditFilterOf(context, query);
  if (!filter) return everything(context, query, read);
  return cappedPageOf(
    query.page,
    {
      find: async (most, at) => {
        const { totalCount, seqs } = await findAudit(sql, filter, { most, oldestFirst, ...at });
        return { totalCount, keys: seqs };
      },
      walk: (at) => walkAudit(sql, filter, { oldestFirst, ...at }),
      read,
    },
    filter.search === null ? limits.adminCountMax : limits.adminFilteredCountMax,
  );
}

/** Reads one row by its number. Throws not_found. */
export async function readAuditRow(context: Platform, number: number): Promise<AuditItem> {
  const [item] = await auditItemsOf(context, await listAuditBySeq(context.db.sql, [number], false));
  if (!item) throw appError('not_found');
  return item;
}

/** Without a filter, row numbers give direct access to any page, and the last number is the count. */
async function everything(
  { db }: Platform,
  { page, sort }: AuditQuery,
  read: (seqs: number[]) => Promise<AuditItem[]>,
): Promise<Page<AuditItem>> {
  const totalCount = await countAudit(db.sql);
  const pageSize = limits.adminPageSize;
  const places = Array.from({ length: pageSize }, (_, index) => (page - 1) * pageSize + index + 1);
  const seqs = places.filter((n) => n <= totalCount).map((n) => (sort === 'oldest' ? n : totalCount + 1 - n));
  return {
    items: await read(seqs),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

/** A search includes the rows of at most this many matching people and targets. */
const namesSearched = 100;

/** The query as a filter; undefined if it matches every row. */
export async function auditFilterOf({ db, hooks }: Platform, query: AuditQuery): Promise<AuditFilter | undefined> {
  const text = spelledAsStored(query.search ?? '');
  const filter: AuditFilter = {
    search: text ? escapeLike(text) : null,
    searched: { text, actions: [], personIds: [], targetIds: [] },
    status: query.status || null,
    actorId: query.actorId ?? null,
    action: query.action || null,
    targetKind: query.targetKind || null,
    targetId: query.targetId ? spelledAsStored(query.targetId) : null,
    from: query.from ? new Date(query.from) : null,
    to: query.to ? new Date(query.to) : null,
  };
  const { searched, ...conditions } = filter;
  if (Object.values(conditions).every((value) => value === null)) return undefined;
  if (!text) return filter;
  if (isUuid(text)) return { ...filter, searched: { ...searched, actions: actionsLike(text), personIds: [text] } };
  const named = hooks.all('audit.find_targets').map((find) => find(db.sql, escapeLike(text), namesSearched));
  const [personIds, ...targetIds] = await Promise.all([
    findPeopleIds(db.sql, escapeLike(text), text, namesSearched),
    ...named,
  ]);
  return { ...filter, searched: { text, actions: actionsLike(text), personIds, targetIds: targetIds.flat() } };
}

/** Ids of targets are text, so their case matters. */
const spelledAsStored = (text: string) => (isUuid(text) ? text.toLowerCase() : text);

function actionsLike(text: string): string[] {
  const searchText = text.toLowerCase();
  return Object.entries(auditActions)
    .filter(([action, words]) => action.includes(searchText) || inEnglish(words).includes(searchText))
    .map(([action]) => action);
}

/** Adds the names of the targets, which later modules supply. */
export async function auditItemsOf({ db, hooks }: Platform, rows: AuditRow[]): Promise<AuditItem[]> {
  const targets = rows.map(({ targetKind: kind, targetId: id }) => ({ kind, id }));
  const answers = await Promise.all(hooks.all('audit.targets').map((name) => name(db.sql, targets)));
  const named = new Map(answers.flat().map((target) => [`${target.kind}:${target.id}`, target]));
  return rows.map((row) => itemOf(row, named.get(`${row.targetKind}:${row.targetId}`) ?? ownTarget(row)));
}

/** People and calls, which this module names. */
function ownTarget({ targetKind: kind, targetId: id, targetUsername: username }: AuditRow): AuditTarget {
  const userId = kind === 'user' && isUuid(id) ? id : null;
  const label = kind === 'call' ? id : username;
  return { kind, id, label, path: username ? userPath(username) : null, userId, poolId: null };
}

function itemOf(row: AuditRow, { kind, id, label, path, userId, poolId }: AuditTarget): AuditItem {
  const { actorId, username, displayName, avatarUrl } = row;
  return {
    id: row.seq,
    status: row.status,
    action: row.action,
    actor: actorId && username ? { id: actorId, username, displayName, avatarUrl } : null,
    target: { kind, id, label, path },
    userId,
    poolId,
    before: row.before ?? {},
    after: row.after ?? {},
    reason: row.reason,
    ip: row.ip,
    at: row.at.toISOString(),
    hash: row.hash,
  };
}
