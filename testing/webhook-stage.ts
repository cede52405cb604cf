import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { webhookSender } from '#server/webhooks/run-sender.ts';
import { CallRefused } from './client.ts';
import type { Person } from './insert-person.ts';
import { PledgeStage } from './pledge-stage.ts';
import { openWebhookReceiver, type Received, type WebhookReceiver } from './servers/webhook-receiver.ts';

let paths = 0;
export const newPath = () => `/hook-${++paths}`;

/** The options of `vi.waitFor`. */
export const seconds = (count: number) => ({ timeout: count * 1000, interval: 50 });

/**
 * Checks a request as a receiver does, with the published library of Standard Webhooks. Returns the place of the secret that made each
 * signature; -1 for none of them.
 */
export function signersOf({ headers, body }: Received, secrets: readonly string[]): number[] {
  const isSignedBy = (secret: string, signature: string): boolean => {
    const given = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': signature,
    };
    try {
      new Webhook(secret).verify(body, given);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  };
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.map((signature) => secrets.findIndex((secret) => isSignedBy(secret, signature)));
}

export async function refusalOf(call: Promise<unknown>): Promise<CallRefused> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof CallRefused)) throw new Error('it was not refused', { cause: error });
  return error;
}

type Types = contract.Webhook['types'];

/** The whole product and a receiver of webhooks. */
export class WebhookStage {
  readonly stage: PledgeStage;
  readonly receiver: WebhookReceiver;

  private constructor(stage: PledgeStage, receiver: WebhookReceiver) {
    this.stage = stage;
    this.receiver = receiver;
  }

  static async open(alsoAllowed: readonly string[] = [], env: Record<string, string> = {}): Promise<WebhookStage> {
    const receiver = await openWebhookReceiver();
    const stage = await PledgeStage.open({ WEBHOOK_ALLOW: [receiver.host, ...alsoAllowed].join(','), ...env });
    return new WebhookStage(stage, receiver);
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.receiver.close();
  }

  get sql() {
    return this.stage.sql;
  }
  get people() {
    return this.stage.people;
  }

  async create(who: Person, more: { url?: string; types?: Types; scope?: 'mine' | 'site' } = {}) {
    const body = { url: this.receiver.url('/'), types: ['pool.opened'] as Types, ...more };
    const { webhook, secret } = await who.client.call(contract.createWebhook, { body });
    return { webhook, secret: secret ?? '' };
  }

  async deliveries(who: Person, id: string): Promise<contract.Delivery[]> {
    return (await who.client.call(contract.listDeliveries, { params: { id }, query: {} })).deliveries;
  }

  webhook(who: Person, id: string): Promise<contract.Webhook> {
    return who.client.call(contract.getWebhook, { params: { id } });
  }

  /** Waits until the newest delivery of an endpoint is like this, and returns it. */
  newest(who: Person, id: string, expected: Partial<contract.Delivery>): Promise<contract.Delivery> {
    return vi.waitFor(async () => {
      const [delivery] = await this.deliveries(who, id);
      for (const [name, value] of Object.entries(expected)) {
        const actual = delivery?.[name as keyof contract.Delivery];
        if (actual !== value) throw new Error(`${name} is ${actual}, not ${value}`);
      }
      if (!delivery) throw new Error('there is no delivery');
      return delivery;
    }, seconds(20));
  }

  wake(): void {
    webhookSender(this.stage.context).wake();
  }

  /** Makes the retries of an endpoint due. */
  async hurry(id: string): Promise<void> {
    await this.sql`update webhook_deliveries set next_try_at = now() where endpoint_id = ${id}`;
    await this.sql`update webhook_endpoints set paused_until = null where id = ${id}`;
    this.wake();
  }
}
