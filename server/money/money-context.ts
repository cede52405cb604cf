import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-processor.ts';
import type { Processors } from './processors/processors.ts';

/** The context of operations that reach a card processor. Operations that never do take `Platform`. */
export type MoneyContext = Platform & {
  /** The main processor, which takes new work that is not about adult content. */
  cards: CardProcessor;
  processors: Processors;
};
