import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-port.ts';
import { createSandbox } from './sandbox/sandbox-processor.ts';

/** The card processor of this installation: the sandbox, as long as no other is set up. Before jobs start. */
export function createCards(platform: Platform): CardProcessor {
  return createSandbox(platform);
}
