import type { MoneyContext } from './money-context.ts';

/**
 * Logs what the card processor needs before it can take money, such as a missing webhook endpoint. The site works meanwhile, so this
 * does not fail the start.
 */
export async function testProcessor({ cards, log }: MoneyContext): Promise<void> {
  if (!cards.selfTest) return;
  for (const { name, ok, message } of await cards.selfTest()) {
    if (ok) log.info({ check: name }, message);
    else log.error({ check: name }, message);
  }
}
