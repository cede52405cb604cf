import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-processor.ts';
import { createSandbox } from './sandbox/sandbox-processor.ts';

/** Creates the card processor of this installation. Only the sandbox exists today. Call it before jobs start. */
export function createCards(platform: Platform): CardProcessor {
  return createSandbox(platform);
}
