import type { Platform } from '#server/platform/platform.ts';
import { sumByClass } from './position.sql.ts';

/** The money held for pools, in cents. Up to a minute old. */
export async function readHeld({ db }: Pick<Platform, 'db'>): Promise<number> {
  const held = (await sumByClass(db.sql)).find(({ account }) => account === 'held');
  return 0 - (held?.amountCents ?? 0);
}
