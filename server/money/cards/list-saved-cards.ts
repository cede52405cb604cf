import type { SavedCard } from '#contract/pledges/pledges.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Processors } from '#server/money/processors/processors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { listCards } from './cards.sql.ts';

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
