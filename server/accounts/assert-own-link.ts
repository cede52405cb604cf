import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';

/** Throws sign_in_to_confirm unless the caller is signed in to the account of a mailed link. Call it within the transaction that uses the link. */
export function assertOwnLink(actor: Actor | null, userId: string): void {
  if (actor?.userId !== userId) throw appError('sign_in_to_confirm');
}
