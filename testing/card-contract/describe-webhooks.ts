import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/app-error.ts';
import type { Ready } from './contract-requests.ts';
import type { SignedEvent } from './driver.ts';

/** Signed events. A webhook only names an object; everything else is looked up. */
export function describeWebhooks(ready: Ready): void {
  const read = ({ rawBody, headers }: SignedEvent) => ready().driver.port.readWebhook(rawBody, headers);

  async function expectRefused(event: SignedEvent, code: string): Promise<void> {
    const outcome: unknown = await read(event).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(AppError);
    expect(outcome).toMatchObject({ code });
  }

  /** The events about a paid charge. */
  async function paidEvents(...signature: [] | [Parameters<ReturnType<Ready>['driver']['events']>[1]]) {
    const { driver, requests } = ready();
    const { reference } = await requests.paidCharge();
    const events = await driver.events(reference, ...signature);
    const [event] = events;
    if (!event) throw new Error('the processor sent no event');
    return { events, event, reference };
  }

  describe('webhooks', () => {
    test('names set-ups, charges, refunds and payouts by our references, each event under its own id', async () => {
      const { driver, requests } = ready();
      const setup = await requests.setupRequest();
      await driver.enterCard((await driver.port.startCardSetup(setup)).url, 'pays');
      const charge = await requests.paidCharge();
      const refund = requests.refundRequest(charge);
      await driver.port.refund(refund);
      const declined = await requests.newCharge('insufficient');
      await requests.confirm(declined);
      await driver.settle();
      const ids: string[] = [];
      for (const { reference } of [setup, charge, refund, declined]) {
        const events = await Promise.all((await driver.events(reference)).map(read));
        expect(
          events.map((event) => event.reference),
          reference,
        ).toContain(reference);
        ids.push(...events.map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('accepts the secret before the current one while the operator rotates them', async () => {
      const { events, reference } = await paidEvents({ secret: 'previous' });
      const named = await Promise.all(events.map(async (event) => (await read(event)).reference));
      expect(named).toContain(reference);
    });

    test('refuses another secret, a changed body and a missing or bad signature', async () => {
      await expectRefused((await paidEvents({ secret: 'other' })).event, 'webhook_signature');
      const { event } = await paidEvents();
      const changed = Buffer.from(event.rawBody.toString('utf8').replace(/\}\s*$/, ',"more":1}'));
      await expectRefused({ ...event, rawBody: changed }, 'webhook_signature');
      await expectRefused({ ...event, headers: {} }, 'webhook_signature');
      const bad = Object.fromEntries(Object.keys(event.headers).map((name) => [name, 't=1,v1=00']));
      await expectRefused({ ...event, headers: bad }, 'webhook_signature');
    });

    test('refuses signatures that are more than five minutes old or in the future', async () => {
      for (const ageS of [290, -290]) expect(await read((await paidEvents({ ageS })).event)).toBeTruthy();
      for (const ageS of [400, -400]) await expectRefused((await paidEvents({ ageS })).event, 'webhook_signature');
    });
  });
}
