import type { SavedCard } from '#contract/pledges.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { listCards } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';

/** A person's saved cards, newest first. */
export function listSavedCards({ db, cards }: MoneyContext, actor: Pick<Actor, 'userId'>): Promise<SavedCard[]> {
  return listCards(db.sql, actor.userId, cards.name);
}
