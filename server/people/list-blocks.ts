import type { OutputOf } from '#contract/endpoint.ts';
import type { listBlocks as contract } from '#contract/people.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listBlocksOf } from './blocks.sql.ts';

/** More than anybody has patience to make. */
const limit = 1000;

export async function listBlocks({ db }: Platform, actor: Actor): Promise<OutputOf<typeof contract>> {
  const rows = await listBlocksOf(db.sql, actor.userId, limit);
  return rows.map(({ blockedAt, ...user }) => ({ ...user, blockedAt: blockedAt.toISOString() }));
}
