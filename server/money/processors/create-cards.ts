import type { CardProcessor } from '#server/money/card-processor.ts';
import { createSandbox } from '#server/money/sandbox/sandbox-processor.ts';
import { createStripe } from '#server/money/stripe/stripe-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Processors, withProcessors } from './processors.ts';
import { traceProcessor } from './trace-processor.ts';

/** Every adapter of the port, by the name in its rows. */
const adapters: Record<string, (platform: Platform) => CardProcessor> = {
  sandbox: createSandbox,
  stripe: createStripe,
};

/** Creates the card processors of this installation, each one once. Call it before jobs start. */
export function createCards(platform: Platform): { cards: CardProcessor; processors: Processors } {
  const { main, adult } = platform.config.cards;
  return withProcessors(create(platform, main), adult && adult !== main ? create(platform, adult) : undefined);
}

function create(platform: Platform, name: string): CardProcessor {
  const adapter = adapters[name];
  if (!adapter) throw new Error(`there is no card processor "${name}"`);
  return traceProcessor(adapter(platform), platform.tracing);
}
