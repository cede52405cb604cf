import { inEnglish, msg, t } from '#contract/language/text.ts';
import type { MyTakedown, TakedownItem } from '#contract/legal.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import { poolIdPath, poolTabPath } from '#contract/pools/pool-path.ts';
import type { AuditTarget } from '#server/audit/hooks.ts';
import { type AdminQueue, momentOf, personOf } from '#server/moderation/queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type CounterNoticeRow, listCounterNotices, listMaterials, type MaterialRow } from './materials.sql.ts';
import type { ShownPicture } from './pictures.sql.ts';
import { listNoticesByIds, matchingNotices, type NoticeQueueRow, type NoticeRow } from './takedowns.sql.ts';
import type { PoolMaterialKind } from './targets.sql.ts';

/** The number of a notice in emails and on pages. */
export const referenceOf = (noticeId: string) => `TD-${noticeId.slice(0, 8).toUpperCase()}`;

const pathsWithin: Record<PoolMaterialKind, (pool: string, id: string) => string> = {
  pool: (pool) => pool,
  delivery: (pool) => `${pool}#delivered`,
  comment: (pool, id) => `${poolTabPath(pool, 'comments')}#comment-${id}`,
};
export const targetPath = (kind: PoolMaterialKind, poolId: string, id: string) =>
  pathsWithin[kind](poolIdPath(poolId), id);

/** The profile that shows a picture. */
export const picturePath = ({ username, isCreator }: Pick<ShownPicture, 'username' | 'isCreator'>) =>
  isCreator ? creatorPath(username) : userPath(username);

function pathOf({ kind, kept, poolId, targetId }: MaterialRow): string {
  if ('picture' in kept) return kept.picture.path;
  return kind === 'picture' || poolId === null ? '' : targetPath(kind, poolId, targetId);
}

/** Names the material in lists and emails. It is stored, so it is in English. It quotes nothing of adult pools, which emails must not show. */
export function labelOf(kind: PoolMaterialKind, { words, adult }: { words: string; adult: boolean }): string {
  if (adult)
    return inEnglish(
      {
        pool: msg`An adult pool`,
        delivery: msg`The delivery of an adult pool`,
        comment: msg`A comment on an adult pool`,
      }[kind],
    );
  const flat = words.replace(/\s+/g, ' ').trim();
  return inEnglish(
    {
      pool: msg`The pool “${{ title: flat }}”`,
      delivery: msg`The delivery of “${{ title: flat }}”`,
      comment: msg`The comment “${{ excerpt: flat }}”`,
    }[kind],
  );
}

/** The material as a target of the audit trail, which names deliveries `content_claim` and profile and cover pictures `image`. */
export const auditTargetOf = ({ kind, targetId }: Pick<MaterialRow, 'kind' | 'targetId'>) => ({
  targetKind: auditKinds[kind],
  targetId,
});
const auditKinds = { pool: 'pool', comment: 'comment', delivery: 'content_claim', picture: 'image' } as const;

type MaterialView = Pick<
  MyTakedown,
  'id' | 'kind' | 'label' | 'path' | 'status' | 'dueAt' | 'disabledAt' | 'settledAt' | 'outcome' | 'reason'
>;

export const materialView = (row: MaterialRow): MaterialView => ({
  id: row.id,
  kind: row.kind,
  label: row.label,
  path: pathOf(row),
  status: row.status,
  dueAt: momentOf(row.dueAt),
  disabledAt: row.disabledAt.toISOString(),
  settledAt: momentOf(row.settledAt),
  outcome: row.outcome,
  reason: row.reason,
});

export const counterNoticeView = (row: CounterNoticeRow): NonNullable<MyTakedown['counterNotice']> => ({
  name: row.name,
  email: row.email,
  address: row.address,
  phone: row.phone,
  explanation: row.explanation,
  signature: row.signature,
  createdAt: row.createdAt.toISOString(),
});

/** A notice for the person whose material was disabled: without the complainant's address and phone number. */
export const noticeForSubject = (notice: NoticeRow): MyTakedown['notice'] => ({
  name: notice.name,
  email: notice.email,
  ownerName: notice.ownerName,
  work: notice.work,
  locations: notice.locations,
  createdAt: notice.createdAt.toISOString(),
});

/** The queue of notices, each with its material and counter-notices. */
export const takedownQueue: AdminQueue<NoticeQueueRow, TakedownItem> = {
  matching: matchingNotices,
  read: listNoticesByIds,
  items: async (context, rows) => {
    const materials = await materialsOf(
      context,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      reference: referenceOf(row.id),
      status: row.status,
      name: row.name,
      email: row.email,
      address: row.address,
      phone: row.phone,
      ownerName: row.ownerName,
      work: row.work,
      locations: row.locations,
      signature: row.signature,
      user: complainantOf(row),
      reason: row.reason,
      createdAt: row.createdAt.toISOString(),
      decidedAt: momentOf(row.decidedAt),
      materials: materials.get(row.id) ?? [],
    }));
  },
};

function complainantOf({ userId, username, displayName, avatarUrl }: NoticeQueueRow): TakedownItem['user'] {
  return userId && username ? personOf({ userId, username, displayName, avatarUrl }) : null;
}

async function materialsOf(
  { db, config }: Platform,
  noticeIds: string[],
): Promise<Map<string, TakedownItem['materials']>> {
  const rows = await listMaterials(db.sql, noticeIds);
  const counters = await counterNoticesOf(
    db.sql,
    rows.map(({ id }) => id),
  );
  const views = rows.map((row) => ({
    noticeId: row.noticeId,
    view: {
      ...materialView(row),
      user: personOf({ ...row, userId: row.subjectId }),
      strikes: row.strikes,
      flagged: row.strikes >= config.takedowns.repeatLimit,
      counterNotice: counters.get(row.id) ?? null,
    },
  }));
  return new Map(
    [...Map.groupBy(views, ({ noticeId }) => noticeId)].map(([id, group]) => [id, group.map(({ view }) => view)]),
  );
}

export async function counterNoticesOf(
  sql: Connection,
  materialIds: string[],
): Promise<Map<string, ReturnType<typeof counterNoticeView>>> {
  const rows = await listCounterNotices(sql, materialIds);
  return new Map(rows.map((row) => [row.materialId, counterNoticeView(row)]));
}

/** Names copyright notices, profile and cover pictures, and exports of performer records in the audit trail. */
export function auditTargets(targets: readonly { kind: string; id: string }[]): AuditTarget[] {
  return targets.flatMap(({ kind, id }): AuditTarget[] => {
    const none = { kind, id, userId: null, poolId: null };
    if (kind === 'performer_records') return [{ ...none, label: t`Performer records`, path: paths.adminRecords }];
    if (kind === 'image') return [{ ...none, label: t`A profile or cover picture`, path: null }];
    if (kind !== 'takedown_notice') return [];
    const label = referenceOf(id);
    return [{ ...none, label, path: `${paths.adminTakedowns}?status=all&open=${id}` }];
  });
}
