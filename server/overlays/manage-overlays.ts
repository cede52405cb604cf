import { appError } from '#contract/errors.ts';
import { overlayPath, overlaysMax } from '#contract/overlays/overlay-limits.ts';
import {
  type Overlay,
  type OverlayAlert,
  type OverlayChanges,
  type OverlayPool,
  type OverlaySettings,
  type OverlayView,
  overlaySettings,
} from '#contract/overlays/overlays.ts';
import { newToken } from '#server/accounts/tokens.ts';
import { readWordFilter } from '#server/chat/moderation/word-filter.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { composeTestAlert, composeView } from './compose-overlay.ts';
import { type OverlayChange, overlayChannel } from './overlay-streams.ts';
import {
  deleteOverlayRow,
  findOverlayRows,
  findShownPool,
  insertOverlay,
  listOverlayRows,
  listShownPools,
  notifyOverlays,
  type OverlayRow,
  type PoolRow,
  replaceToken,
  type ShownPoolRow,
  updateOverlay,
} from './overlays.sql.ts';
import { readBackers } from './read-events-for-overlay.ts';

const poolsMax = 200;

interface WithUrl {
  overlay: Overlay;
  url: string;
}

const poolOf = ({ poolId, title, status, seesAmounts }: ShownPoolRow): OverlayPool => ({
  id: poolId,
  title,
  status,
  seesAmounts,
});

const overlayOf = (row: OverlayRow): Overlay => ({
  id: row.id,
  pool: poolOf(row),
  settings: overlaySettings.parse(row.settings),
  isShown: row.isShown,
  hasUrl: row.tokenHash !== null,
  createdAt: row.createdAt.toISOString(),
  openedAt: row.openedAt?.toISOString() ?? null,
});

const payloadOf = (change: OverlayChange) => JSON.stringify(change);

async function readOverlay({ db }: Platform, { userId }: Actor, id: string): Promise<Overlay> {
  const [row] = await findOverlayRows(db.sql, [id]);
  if (row?.userId !== userId) throw appError('not_found');
  return overlayOf(row);
}

/** Throws not_found unless the person started or makes the pool. */
async function requirePool({ db }: Platform, { userId }: Actor, poolId: string): Promise<PoolRow> {
  const pool = await findShownPool(db.sql, userId, poolId);
  if (!pool) throw appError('not_found');
  return pool;
}

export async function listOverlays(
  { db }: Platform,
  { userId }: Actor,
): Promise<{ overlays: Overlay[]; pools: OverlayPool[] }> {
  const [rows, pools] = await Promise.all([listOverlayRows(db.sql, userId), listShownPools(db.sql, userId, poolsMax)]);
  return { overlays: rows.map(overlayOf), pools: pools.map(poolOf) };
}

/** Returns the URL, which is shown only once. Throws not_found, too_many_overlays, rate_limited. */
export async function createOverlay(
  context: Platform,
  actor: Actor,
  { poolId, settings }: { poolId: string; settings: OverlaySettings },
): Promise<WithUrl> {
  await requirePool(context, actor, poolId);
  await limitUrls(context, actor);
  const { token, tokenHash } = newToken();
  const { userId } = actor;
  const id = await context.db.tx((tx) => insertOverlay(tx, { userId, poolId, tokenHash, settings }, overlaysMax));
  if (!id) throw appError('too_many_overlays');
  return { overlay: await readOverlay(context, actor, id), url: urlOf(context, token) };
}

/** Shows at once on open overlays. Throws not_found. */
export async function changeOverlay(
  context: Platform,
  actor: Actor,
  id: string,
  { poolId, settings = {} }: { poolId?: string | undefined; settings?: OverlayChanges | undefined },
): Promise<Overlay> {
  if (poolId) await requirePool(context, actor, poolId);
  await context.db.tx(async (tx) => {
    const isChanged = await updateOverlay(tx, { id, userId: actor.userId }, { poolId: poolId ?? null, settings });
    if (!isChanged) throw appError('not_found');
    await notifyOverlays(tx, overlayChannel, payloadOf({ overlayId: id }));
  });
  return readOverlay(context, actor, id);
}

/** Returns another URL; the earlier one stops working at once. Throws not_found, rate_limited. */
export async function renewOverlay(context: Platform, actor: Actor, id: string): Promise<WithUrl> {
  await limitUrls(context, actor);
  const { token, tokenHash } = newToken();
  await context.db.tx(async (tx) => {
    if (!(await replaceToken(tx, { id, userId: actor.userId }, tokenHash))) throw appError('not_found');
    await notifyOverlays(tx, overlayChannel, payloadOf({ overlayId: id }));
  });
  return { overlay: await readOverlay(context, actor, id), url: urlOf(context, token) };
}

/** Shows an example of an alert where the overlay is open, and changes nothing. Throws not_found, rate_limited. */
export async function testOverlay(context: Platform, actor: Actor, id: string): Promise<Record<never, never>> {
  await readOverlay(context, actor, id);
  await context.limits.limiter('overlay tests per person', { points: 30, perMs: 60_000 }).consume(actor.userId);
  await notifyOverlays(context.db.sql, overlayChannel, payloadOf({ overlayId: id, isTest: true }));
  return {};
}

export async function deleteOverlay({ db }: Platform, { userId }: Actor, id: string): Promise<Record<never, never>> {
  await db.tx(async (tx) => {
    if (!(await deleteOverlayRow(tx, { id, userId }))) throw appError('not_found');
    await notifyOverlays(tx, overlayChannel, payloadOf({ overlayId: id }));
  });
  return {};
}

/** Throws not_found. */
export async function previewOverlay(
  context: Platform,
  actor: Actor,
  { poolId, settings }: { poolId: string; settings: OverlaySettings },
): Promise<{ view: OverlayView; alert: OverlayAlert }> {
  const pool = await requirePool(context, actor, poolId);
  const [backers, filter] = await Promise.all([readBackers(context, pool), readWordFilter(context)]);
  return inLanguageOf(context.languages, pool, () => ({
    view: composeView(pool, backers, { settings, filter }),
    alert: composeTestAlert(pool, settings),
  }));
}

const limitUrls = ({ limits }: Platform, { userId }: Actor) =>
  limits.limiter('overlay URLs per person', { points: 30, perMs: 60 * 60_000 }).consume(userId);

const urlOf = ({ config }: Platform, token: string) => config.publicUrl + overlayPath(token);
