import { randomUUID } from 'node:crypto';
import type { EventType } from '#contract/events.ts';
import type { WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import type { Person } from '../insert-person.ts';
import type { WebhookStage } from '../webhook-stage.ts';
import type { Answer, Received } from './webhook-receiver.ts';

let channels = 0;

export interface DiscordMessage {
  content: string;
  embeds: { title: string; url: string; description?: string; image?: { url: string } }[];
  allowed_mentions: { parse: string[] };
}

export interface SlackMessage {
  text: string;
  blocks: { type: string; text?: { type: string; text: string }; image_url?: string }[];
}

/** Removes the backslashes, as Discord does. */
export const plain = (text: string | undefined): string => (text ?? '').replace(/\\(.)/g, '$1');

/** A channel of the receiver of the stage, which answers as Discord or Slack. */
export class Channel {
  readonly token = randomUUID().replaceAll('-', '').repeat(2);
  readonly kind: Exclude<WebhookKind, 'webhook'>;
  readonly #hooks: WebhookStage;
  readonly #place: string;

  constructor(hooks: WebhookStage, kind: Channel['kind'] = 'discord') {
    channels += 1;
    this.#hooks = hooks;
    this.kind = kind;
    this.#place = kind === 'discord' ? `/api/webhooks/${1000 + channels}` : `/services/T0TEAM/B${1000 + channels}`;
    this.answers((response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-remaining': '4', 'x-ratelimit-limit': '5' })
        .end('{}'),
    );
  }

  /** The address that a person copies. */
  get url(): string {
    return this.#hooks.receiver.url(`${this.#place}/${this.token}`);
  }
  get #path(): string {
    return `${this.#place}/${this.token}${this.kind === 'discord' ? '?wait=true' : ''}`;
  }

  answers(answer: Answer): void {
    this.#hooks.receiver.answers(answer, this.#path);
  }

  /** Answers everything with this status. Discord’s headers say that the limit is that of one webhook. */
  refuses(status: number, headers: Record<string, string> = {}): void {
    const limits = { 'x-ratelimit-limit': '5', 'x-ratelimit-scope': 'user', ...headers };
    const body = JSON.stringify({ message: `no message for ${this.token}`, code: 50013 });
    this.answers((response) => response.writeHead(status, limits).end(body));
  }

  received(): Received[] {
    return this.#hooks.receiver.received(this.#path);
  }
  messages(): DiscordMessage[] {
    return this.received().map(({ body }): DiscordMessage => JSON.parse(body));
  }
  /** The first lines, as people read them. */
  contents(): string[] {
    return this.messages().map(({ content }) => plain(content));
  }

  async create(
    who: Person,
    more: { types?: EventType[]; scope?: 'mine' | 'site'; client?: Person['client'] } = {},
  ): Promise<Webhook> {
    const { types = ['pool.opened'], scope = 'mine' } = more;
    const body = { url: this.url, kind: this.kind, types, scope };
    return (await who.client.call(contract.createWebhook, { body })).webhook;
  }
}
