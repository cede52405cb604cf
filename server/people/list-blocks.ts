import type { OutputOf } from '#contract/endpoint.ts';
import type { listBlocks as contract } from '#contract/people.ts';
import { maskAdultPerson, type Viewer } from '#server/creators/creator.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listBlocksOf } from './blocks.sql.ts';

/** More blocks than a person makes in practice, so the list needs no pages. */
const limit = 1000;

export async function listBlocks(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
): Promise<OutputOf<typeof contract>> {
  const rows = await listBlocksOf(context.db.sql, actor.userId, limit);
  return rows.map(({ blockedAt, adult, ...user }) => ({
    ...maskAdultPerson(user, { adult, seesAdult }),
    blockedAt: blockedAt.toISOString(),
  }));
}
