import { appError } from '#contract/errors.ts';
import { markDelivered, type StoredEvent, takeEvent } from './events.sql.ts';
import { webhookSecrets } from './read-webhook.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { sign, signatureHeader } from './signature.ts';

const answerWithinMs = 10_000;

/** The job that sends one event to the platform's webhook URL. The job queue retries it with backoff until the platform accepts it. */
export async function deliverEvent(sandbox: SandboxContext, eventId: string, address: string): Promise<void> {
  const { db } = sandbox.platform;
  const event = await takeEvent(db.sql, eventId);
  if (!event) return;
  await send(sandbox, event, address);
  await markDelivered(db.sql, eventId);
}

async function send(
  { platform }: SandboxContext,
  { payload, nowS }: StoredEvent & { nowS: number },
  address: string,
): Promise<void> {
  const body = JSON.stringify(payload);
  const [secret = ''] = await webhookSecrets(platform);
  const response = await fetch(`${address}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, nowS, body) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error: unknown) => {
    platform.log.debug({ err: error }, 'a sandbox event was not delivered; the job tries again');
    return undefined;
  });
  await response?.body?.cancel();
  if (!response?.ok)
    throw appError('unavailable', { message: () => `sandbox event not accepted: ${response?.status ?? 'no answer'}` });
}
