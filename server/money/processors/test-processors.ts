import type { MoneyContext } from '#server/money/money-context.ts';

/**
 * Logs what the card processors need before they can take money, such as a missing webhook endpoint. The site works meanwhile, so this
 * does not fail the start.
 */
export async function testProcessors({ processors, log }: MoneyContext): Promise<void> {
  for (const processor of processors.all) {
    for (const { name, ok, message } of (await processor.selfTest?.()) ?? []) {
      if (ok) log.info({ check: name }, message);
      else log.error({ check: name }, message);
    }
  }
}
