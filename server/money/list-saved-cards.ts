import type { SavedCard } from '#contract/pledges.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { listCards } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';
import type { Processors } from './processors.ts';

/** A person's saved cards, newest first. A card can pay only for pools whose payments its processor takes. */
export async function listSavedCards(
  { db, processors }: MoneyContext,
  actor: Pick<Actor, 'userId'>,
): Promise<SavedCard[]> {
  const names = processors.all.map(({ name }) => name);
  const cards = await listCards(db.sql, actor.userId, names);
  return cards.map(({ processor, ...card }) => ({ ...card, pools: poolsOf(processors, processor) }));
}

function poolsOf(processors: Processors, name: string): SavedCard['pools'] {
  const takesAdult = processors.forContent({ adult: true })?.name === name;
  if (!takesAdult) return 'other';
  return processors.main.name === name ? 'all' : 'adult';
}
