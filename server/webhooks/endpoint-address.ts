import { appError } from '#contract/errors.ts';
import { type Text, t } from '#contract/language/text.ts';
import { isChatKind, type WebhookKind, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { isChatHost, parseChatAddress, shownAddress } from './chat/chat-address.ts';
import { makeEndpointSecret, openEndpointSecrets, sealEndpointSecret } from './endpoint-secrets.ts';
import { type EndpointRow, findSecret } from './endpoints.sql.ts';
import { checkWebhookTarget } from './webhook-target.ts';

/** An address that may get events. */
export interface Address {
  /** For a chat service: what people may see of it. */
  url: string;
  /** All of the address of a channel. */
  secret: string | null;
}

const messages: Record<WebhookKind, () => Text> = {
  webhook: () =>
    t`Events can’t be sent to this address. It has to be an https address on the public internet, with the port 443 or 8443, and not on this site.`,
  discord: () =>
    t`This isn’t the address of a Discord webhook. Copy it in Discord: it begins with https://discord.com/api/webhooks/`,
  slack: () =>
    t`This isn’t the address of a Slack webhook. Copy it in Slack: it begins with https://hooks.slack.com/services/`,
};

const isForChannel = () => t`This is the address of a channel. Add it as a webhook of Discord or Slack.`;

const isChannel = ({ config }: Platform, text: string): boolean =>
  isChatHost(text) || (['discord', 'slack'] as const).some((kind) => parseChatAddress(kind, text, config.webhookAllow));

/**
 * Throws validation_failed unless events may be sent to the address. The answer says nothing about the network behind it. The host of a chat
 * service is known, and its IP address is checked with each try, as for all.
 */
export async function checkAddress(context: Platform, kind: WebhookKind, text: string): Promise<Address> {
  const message = messages[kind];
  const refused = (why = message) => appError('validation_failed', { message: why, fields: { url: why } });
  const chat = isChatKind(kind) ? parseChatAddress(kind, text, context.config.webhookAllow) : undefined;
  if (chat) return { url: chat.label, secret: chat.href };
  if (isChatKind(kind)) throw refused();
  if (isChannel(context, text)) throw refused(isForChannel);
  const { href } = new URL(text);
  // Percent-encoding may lengthen an address.
  if (href.length > webhookLimits.urlMax) throw refused();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the DNS lookup of a webhook timed out')), 5000);
  });
  try {
    await Promise.race([checkWebhookTarget(context, href), late]);
  } catch (error) {
    context.log.info({ err: error }, 'the address of a webhook was refused');
    throw refused();
  } finally {
    clearTimeout(timer);
  }
  return { url: href, secret: null };
}

/** Checks the new address of an endpoint. Undefined if it is the one that it has, or as much of it as answers show. */
export async function checkChange(
  context: Platform,
  { id, kind, url }: Pick<EndpointRow, 'id' | 'kind' | 'url'>,
  text: string,
): Promise<{ check(): Promise<Address> } | undefined> {
  if (!isChatKind(kind))
    return new URL(text).href === url ? undefined : { check: () => checkAddress(context, kind, text) };
  if (text === shownAddress({ kind, url })) return undefined;
  const sealed = await findSecret(context.db.sql, id);
  const [secret] = sealed ? await openEndpointSecrets(context.db.sql, id, [sealed]) : [];
  const isSame = parseChatAddress(kind, text, context.config.webhookAllow)?.href === String(secret);
  return isSame ? undefined : { check: () => checkAddress(context, kind, text) };
}

/** Encrypts the address of a channel, or makes the secret that signs requests, which its owner gets once. */
export async function sealAddress(
  tx: Tx,
  endpointId: string,
  { secret: address }: Address,
): Promise<{ sealed: Buffer; secret: Buffer | null }> {
  if (address === null) return makeEndpointSecret(tx, endpointId);
  return { sealed: await sealEndpointSecret(tx, endpointId, Buffer.from(address)), secret: null };
}

/** The same for an endpoint that exists, whose requests stay signed with the secret that it has. */
export async function storedAddress(
  tx: Tx,
  endpointId: string,
  { url, secret }: Address,
): Promise<{ url: string; secret?: Buffer }> {
  if (secret === null) return { url };
  return { url, secret: await sealEndpointSecret(tx, endpointId, Buffer.from(secret)) };
}
