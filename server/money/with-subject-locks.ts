import type { HookMap } from '#server/platform/hooks.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './hooks.ts';

/**
 * Runs `work` in a transaction in which the module of the subject has locked its rows first. The same lock order everywhere avoids
 * deadlocks.
 */
export function withSubjectLocks<T>(context: Platform, subject: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.tx(async (tx) => {
    for (const lock of context.hooks.all('payment.lock_subject')) await lock(tx, subject);
    return work(tx);
  });
}

/** Asks the module of the subject whether a charge may begin. Throws its refusal. */
export async function assertWanted(
  { hooks }: Pick<Platform, 'hooks'>,
  ...question: Parameters<HookMap['payment.assert_wanted']>
): Promise<void> {
  for (const assert of hooks.all('payment.assert_wanted')) await assert(...question);
}
