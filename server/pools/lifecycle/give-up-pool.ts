import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { answerAsCreator } from './answer-as-creator.ts';

/** The assigned creator gives up an accepted pool; everyone who paid is refunded. */
export async function giveUpPool(context: MoneyContext, actor: Actor, key: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'give_up' });
}
