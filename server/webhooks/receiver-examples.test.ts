import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiverExamples } from '#contract/webhooks/receiver-examples.ts';
import { acceptsDelivery, canRun } from '#testing/servers/run-receiver.ts';
import { signWebhook } from './sign-webhook.ts';

// docs/webhooks.md and the page for developers show these examples.
const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const body = JSON.stringify({
  id: '019ad3c1',
  type: 'webhook.test',
  timestamp: '2026-11-30T06:00:00.000Z',
  data: { name: 'Zoë' },
});
const timestamp = Math.floor(Date.now() / 1000);
const old = randomBytes(32);
/** During a rotation: the newer secret's signature is the first. */
const good = signWebhook({ id: '019ad3c1', timestamp, body }, [old, key]);
const cases = [
  ['takes a signed request', good, true],
  ['refuses another secret', signWebhook({ id: '019ad3c1', timestamp, body }, [old]), false],
  ['refuses an old request', signWebhook({ id: '019ad3c1', timestamp: timestamp - 3600, body }, [key]), false],
  ['refuses another id', { ...good, 'webhook-id': '019ad3c2' }, false],
  ['refuses a request without the headers', {}, false],
  ['refuses a signature that is not ASCII', { ...good, 'webhook-signature': 'v1,é' }, false],
] as const;

for (const receiver of ['node', 'python', 'php'] as const) {
  describe.skipIf(!canRun(receiver))(`the example for ${receiver}`, () => {
    it.each(cases)('%s', async (_what, headers, isGood) => {
      const code = receiverExamples[receiver];
      expect(await acceptsDelivery(receiver, code, { secret, headers, body })).toBe(isGood);
    });
  });
}
