import { type ChatKind, isChatKind, type WebhookKind } from '#contract/webhooks/webhook-limits.ts';

interface Service {
  hosts: readonly string[];
  /** Where messages go. Other hosts of the service may answer with a redirect, which is not followed. */
  host: string;
  /** The part that may be shown, the part that lets everyone post, and a thread. */
  path: RegExp;
}

/** Their addresses as the services write them. Matched before any parser can decode or normalize them. */
const services: Record<ChatKind, Service> = {
  discord: {
    hosts: ['', 'canary.', 'ptb.'].flatMap((build) => [`${build}discord.com`, `${build}discordapp.com`]),
    host: 'discord.com',
    // `wait=true` is in the examples of Discord's documentation. Each message has it anyway.
    path: /^\/api\/(?:v\d{1,2}\/)?(webhooks\/\d{1,20})\/([\w-]{16,200})(?:\?(?:wait=true|(?:wait=true&)?(thread_id=\d{1,20})(?:&wait=true)?))?$/,
  },
  // Workflows (/workflows, /triggers) take variables that their authors name, and no messages.
  slack: {
    hosts: ['hooks.slack.com'],
    host: 'hooks.slack.com',
    path: /^\/(services\/T[A-Z0-9]{1,20}\/B[A-Z0-9]{1,20})\/([A-Za-z0-9]{8,64})$/,
  },
};

const prefixes: Record<ChatKind, string> = { discord: '/api/', slack: '/' };

export interface ChatAddress {
  /** Where messages go. A secret. */
  href: string;
  /** The part that lets everyone post. */
  token: string;
  /** The part that people may see, with the kind as its scheme, as the database has it. */
  label: string;
}

/**
 * Reads the address of an incoming webhook, as a person copied it from the chat service; undefined if it is none. `allow`: host:port pairs of
 * tests.
 */
export function parseChatAddress(kind: ChatKind, text: string, allow: readonly string[]): ChatAddress | undefined {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]+)(\/.*)$/.exec(text.trim()) ?? [];
  const { hosts, host, path } = services[kind];
  const isAllowed = allow.some((one) => [`https://${one}`, `http://${one}`].includes(origin));
  const isService = hosts.some((one) => origin.toLowerCase() === `https://${one}`);
  const [, shown, token, thread] = path.exec(rest) ?? [];
  if (!(isAllowed || isService) || !shown || !token) return undefined;
  const place = isAllowed ? origin : `https://${host}`;
  return {
    href: `${place}${prefixes[kind]}${shown}/${token}${thread ? `?${thread}` : ''}`,
    token,
    label: `${kind}://${new URL(place).host}${prefixes[kind]}${shown}/…`,
  };
}

/**
 * Whether a chat service runs the host of an address, however it is spelled. As that of an own server, it would be shown although it may be a
 * secret, and its refused requests would not count.
 */
export function isChatHost(text: string): boolean {
  const host = new URL(text).hostname.replace(/\.$/, '');
  return ['discord.com', 'discordapp.com', 'hooks.slack.com'].some((one) => host === one || host.endsWith(`.${one}`));
}

/** The address to show, which is all of it for a server that people run. */
export const shownAddress = ({ kind, url }: { kind: WebhookKind; url: string }): string =>
  isChatKind(kind) ? url.replace(/^\w+:/, 'https:') : url;
