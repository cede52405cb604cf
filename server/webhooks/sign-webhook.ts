import { createHmac } from 'node:crypto';

export interface SignedWebhook {
  /** The event's id, the same with every try. */
  id: string;
  /** Seconds since 1970, of the try. */
  timestamp: number;
  body: string;
}

/** The headers of Standard Webhooks 1.0, with a signature of each secret. */
export function signWebhook({ id, timestamp, body }: SignedWebhook, secrets: readonly Buffer[]) {
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
      .join(' '),
  };
}
