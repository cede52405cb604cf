import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-processor.ts';

/** The context of operations that reach the card processor. Operations that never do take `Platform`. */
export type MoneyContext = Platform & { cards: CardProcessor };
