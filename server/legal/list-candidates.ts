import { appError } from '#contract/errors.ts';
import type { TakedownCandidate } from '#contract/legal.ts';
import { parsePoolPath } from '#contract/pool-path.ts';
import { personOf } from '#server/moderation/queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPoolId } from '#server/pools/find-pool-id.ts';
import { targetPath } from './takedown-view.ts';
import { findNotice } from './takedowns.sql.ts';
import { listTargets, type Target } from './targets.sql.ts';

/**
 * Lists the material that an admin can disable at the addresses of a notice: the pools with their deliveries and latest comments. `unknown` holds the
 * addresses that lead to no pool. Throws not_found.
 */
export async function listCandidates(
  context: Platform,
  noticeId: string,
): Promise<{ candidates: TakedownCandidate[]; unknown: string[] }> {
  const notice = await findNotice(context.db.sql, noticeId);
  if (!notice) throw appError('not_found');
  const found = await Promise.all(
    notice.locations.map(async (location) => ({ location, poolId: await poolAt(context, location) })),
  );
  const poolIds = [...new Set(found.flatMap(({ poolId }) => poolId ?? []))];
  const targets = await listTargets(context.db.sql, poolIds);
  const known = new Set(targets.map(({ poolId }) => poolId));
  return {
    candidates: targets.map(viewOf),
    unknown: found.filter(({ poolId }) => !poolId || !known.has(poolId)).map(({ location }) => location),
  };
}

/** The pool at an address of this site, which may lack its scheme and host. */
async function poolAt(context: Platform, location: string): Promise<string | undefined> {
  const { publicUrl } = context.config;
  const given = /^https?:\/\//i.test(location) || location.startsWith('/') ? location : `https://${location}`;
  if (!URL.canParse(given, publicUrl)) return undefined;
  const url = new URL(given, publicUrl);
  if (url.hostname !== new URL(publicUrl).hostname) return undefined;
  const address = parsePoolPath(url.pathname);
  return address ? findPoolId(context, address) : undefined;
}

/** Admins also see the text of adult pools, because they decide about them. */
function viewOf(target: Target): TakedownCandidate {
  const { kind, id, poolId, words, disabled } = target;
  return { kind, id, label: words, path: targetPath(kind, poolId, id), user: personOf(target), disabled };
}
