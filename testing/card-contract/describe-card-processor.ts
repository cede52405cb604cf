import { strict as assert } from 'node:assert';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractRequests, contractRequests } from './contract-requests.ts';
import { describeCards } from './describe-cards.ts';
import { describeCharges } from './describe-charges.ts';
import { describeLostAnswers } from './describe-lost-answers.ts';
import { describePages } from './describe-pages.ts';
import { describeTransfers } from './describe-transfers.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import type { Driver } from './driver.ts';

/**
 * The contract of the card processor port (server/money/card-processor.ts). Every adapter passes it; docs/card-adapters.md explains how
 * to write one. `open` starts the processor with nothing in it; the suite closes it.
 */
export function describeCardProcessor(name: string, open: () => Promise<Driver>): void {
  describe(`the card processor ${name}`, () => {
    let opened: { driver: Driver; requests: ContractRequests } | undefined;
    const ready = () => {
      assert.ok(opened);
      return opened;
    };
    beforeAll(async () => {
      const driver = await open();
      opened = { driver, requests: contractRequests(driver) };
    });
    afterAll(() => opened?.driver.close());

    test('has a name that fits into a webhook URL', () => {
      expect(ready().driver.port.name).toMatch(/^[a-z][a-z0-9_]*$/);
    });
    describeCards(ready);
    describeCharges(ready);
    describePages(ready);
    describeTransfers(ready);
    describeWebhooks(ready);
    describeLostAnswers(ready);
  });
}
