import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-port.ts';

/** What money's operations, and those of every module after it, take first. */
export type MoneyContext = Platform & { cards: CardProcessor };
