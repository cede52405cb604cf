import type { Pool } from '#contract/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/http.ts';
import { answerAsCreator } from './answer-as-creator.ts';

/** The assigned creator says no, without penalty: every card is released. */
export async function declinePool(context: MoneyContext, actor: Actor, key: string, reason: string): Promise<Pool> {
  return answerAsCreator(context, actor, key, { type: 'decline' }, reason);
}
