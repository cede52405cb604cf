import { randomUUID } from 'node:crypto';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { findImitated } from './imitations.sql.ts';

/** Publishes that the name of a new or renamed profile looks like that of verified creators, so that admins look at it. */
export async function reportImitation({ facts }: InTransaction<Platform>, tx: Tx, profileId: string): Promise<void> {
  const found = await findImitated(tx, profileId);
  if (!found || found.imitated.length === 0) return;
  const imitated = found.imitated.map(({ username }) => username);
  await facts.publish(tx, 'creator.imitates', { ...found, profileId, imitated, occasion: randomUUID() });
}
