import { expect, it } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

it('signs the example of the published library', () => {
  // From the tests of https://github.com/standard-webhooks/standard-webhooks, javascript.
  // cspell:disable-next-line
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const webhook = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  expect(signWebhook(webhook, [secret])).toEqual({
    'webhook-id': webhook.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
