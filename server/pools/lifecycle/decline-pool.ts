import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { answerAsCreator } from './answer-as-creator.ts';

/** The assigned creator declines without penalty; every pledge is released. */
export async function declinePool(context: MoneyContext, actor: Actor, key: string, reason: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'decline' }, reason);
}
