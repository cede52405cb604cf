import { appError } from '#contract/errors.ts';
import { markDelivered, type StoredEvent, takeEvent } from './events.sql.ts';
import { webhookSecrets } from './read-webhook.ts';
import type { SandboxWorld } from './sandbox-world.ts';
import { sign, signatureHeader } from './signature.ts';

const answerWithinMs = 10_000;

/** The job that sends one event to the platform's webhook address, again with growing pauses until it is taken. */
export async function deliverEvent(world: SandboxWorld, eventId: string, address: string): Promise<void> {
  const mode = world.faults?.webhooks ?? 'deliver';
  if (mode === 'keep') {
    world.faults?.kept.push(eventId);
    return;
  }
  const { db } = world.platform;
  const event = await takeEvent(db.sql, eventId);
  if (!event) return;
  if (mode !== 'drop') await send(world, event, address);
  if (mode === 'twice') await send(world, event, address);
  await markDelivered(db.sql, eventId);
}

async function send(
  { platform }: SandboxWorld,
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
    platform.log.debug({ err: error }, 'a sandbox event did not arrive');
    return undefined;
  });
  await response?.body?.cancel();
  if (!response?.ok)
    throw appError('unavailable', { message: `sandbox event not taken: ${response?.status ?? 'no answer'}` });
}
