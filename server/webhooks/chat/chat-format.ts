import { AppError } from '#contract/app-error.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { type ChatKind, typesOfKind } from '#contract/webhooks/webhook-limits.ts';
import { testEventType } from '#contract/webhooks/webhooks.ts';
import { readGivenEvents } from '#server/events/read-events.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { openEndpointSecrets } from '../endpoint-secrets.ts';
import type { Try } from '../sending.sql.ts';
import type { WebhookFormat } from '../webhook-format.ts';
import { parseChatAddress } from './chat-address.ts';
import { type ChannelEvent, type ChatMessage, composeMessage, composeTestMessage } from './compose-message.ts';
import { discordBody, discordUrl } from './discord-format.ts';
import { readChatAnswer } from './read-chat-answer.ts';
import { slackBody } from './slack-format.ts';

/** Not signed in and without the age gate, as everyone who reads a channel may be. */
const visitor = { actor: null, seesAdult: false };

/** The pool as every visitor sees it; undefined if they do not. */
async function findPublicPool(context: MoneyContext, id: string): Promise<Pool | undefined> {
  try {
    const pool = await readPool(context, visitor, id);
    return pool.adult ? undefined : pool;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

type ChatTry = Pick<Try, 'id' | 'kind' | 'userId' | 'scope' | 'locale' | 'eventId' | 'type'>;

/** The events of these tries that their owner may read at this moment, and every visitor too. */
async function readChannelEvents(
  context: MoneyContext,
  tries: readonly [ChatTry, ...ChatTry[]],
): Promise<ChannelEvent[]> {
  const [{ userId, kind, scope }] = tries;
  const reader = { userId, readsSite: scope === 'site', forVisitors: true };
  const ids = tries.map(({ eventId }) => eventId);
  const allowed = typesOfKind(kind, scope);
  const events = await readGivenEvents(context, reader, ids);
  return events.filter((event): event is ChannelEvent => allowed.includes(event.type));
}

/** Composes the message of tries in the language of the endpoint's owner. Returns it with the tries that it is for; null if there is none. */
async function composeOf<T extends ChatTry>(
  context: MoneyContext,
  tries: readonly [T, ...T[]],
): Promise<{ message: ChatMessage; sent: [T, ...T[]] } | null> {
  const [first] = tries;
  const { config, languages } = context;
  // Most readers of a channel are not signed in, so the address of a page has to name the language.
  const language = languages.ofAddress(first.locale);
  if (first.type === testEventType) {
    return { message: inLanguage(language, () => composeTestMessage(config.brandName)), sent: [first] };
  }
  const events = await readChannelEvents(context, tries);
  const pool = events[0] && (await findPublicPool(context, events[0].data.pool.id));
  const message = pool && inLanguage(language, () => composeMessage(events, pool, config.publicUrl));
  const [sentFirst, ...others] = tries.filter(({ eventId }) => events.some(({ id }) => id === eventId));
  return message && sentFirst ? { message, sent: [sentFirst, ...others] } : null;
}

const bodyOf = (kind: ChatKind, message: ChatMessage) =>
  kind === 'discord' ? discordBody(message) : slackBody(message);

/** The message of one delivery, as a try would send it now. */
export async function composeChatBody(
  context: MoneyContext,
  kind: ChatKind,
  tried: ChatTry,
): Promise<Record<string, unknown> | null> {
  const composed = await composeOf(context, [tried]);
  return composed && bodyOf(kind, composed.message);
}

/** Messages in a channel of a chat service. */
export const chatFormat = (kind: ChatKind): WebhookFormat => ({
  async composeRequest(context, tries) {
    const composed = await composeOf(context, tries);
    if (!composed) return null;
    const [first] = tries;
    const [opened] = await openEndpointSecrets(context.db.sql, first.endpointId, [first.secret]);
    const address = parseChatAddress(kind, String(opened), context.config.webhookAllow);
    if (!address) throw new Error(`the endpoint ${first.endpointId} has no address of ${kind}`);
    const { message, sent } = composed;
    // Slack refuses a message whose picture it cannot load, so the tries after the first go without.
    const isRetry = sent.some(({ attempts }) => attempts > 1);
    const body = JSON.stringify(bodyOf(kind, kind === 'slack' && isRetry ? { ...message, image: null } : message));
    const url = kind === 'discord' ? discordUrl(address.href) : address.href;
    return { request: { url, headers: {}, body }, sent, token: address.token };
  },
  readAnswer: (outcome, attempts) => readChatAnswer(kind, outcome, attempts),
});
