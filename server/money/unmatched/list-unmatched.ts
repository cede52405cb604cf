import type { Platform } from '#server/platform/platform.ts';
import { listUnmatched, type UnmatchedMovement } from './unmatched.sql.ts';

/** Movements at the processor that no row explains since a restore, oldest first. */
export function listUnmatchedMovements({ db }: Platform): Promise<UnmatchedMovement[]> {
  return listUnmatched(db.sql);
}
