import type { Tx } from '#server/platform/db.ts';
import { markUnbegunFailed } from './payments.sql.ts';
import { abandoned } from './payments.ts';

/**
 * Ends attempts on a saved card that were stored but not begun, for a subject that wants no money any more: whoever carries one on
 * later finds it over. In the caller's transaction, which holds the subject's locks; it tells nobody, the caller knows.
 */
export function giveUpUnbegun(tx: Tx, subject: string): Promise<void> {
  return markUnbegunFailed(tx, subject, abandoned);
}
