import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { answerAsCreator } from './answer-as-creator.ts';

/** In a shortfall, the assigned creator goes ahead with the paid amount. */
export async function proceedWithPool(context: MoneyContext, actor: Actor, key: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'proceed' });
}
