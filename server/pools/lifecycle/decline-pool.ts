import type { Pool } from '#contract/pools.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { answerAsCreator } from './answer-as-creator.ts';

/** The assigned creator declines without penalty; every pledge is released. */
export async function declinePool(context: Platform, actor: Actor, key: string, reason: string): Promise<Pool> {
  return answerAsCreator(context, actor, key, { type: 'decline' }, reason);
}
