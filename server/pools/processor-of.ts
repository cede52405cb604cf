import { appError } from '#contract/errors.ts';
import type { CardProcessor } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { PoolRow } from './pool.ts';

/** Whether adult pools take pledges here. */
export function fundsAdult({ config, processors }: MoneyContext): boolean {
  return config.adultContent && processors.forContent({ adult: true }) !== undefined;
}

/** The card processor that takes new payments for a pool. Throws `pool_adult_unfundable` for an adult pool when none may. */
export function processorOf(
  { processors }: Pick<MoneyContext, 'processors'>,
  { adult }: Pick<PoolRow, 'adult'>,
): CardProcessor {
  const processor = processors.forContent({ adult });
  if (!processor) throw appError('pool_adult_unfundable');
  return processor;
}
