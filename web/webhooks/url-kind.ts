import type { WebhookKind } from '#contract/webhooks/webhook-limits.ts';

const hosts: Record<string, WebhookKind> = {
  'discord.com': 'discord',
  'discordapp.com': 'discord',
  'hooks.slack.com': 'slack',
};

/** Discord's test versions, from which people copy URLs, too. */
const testVersion = /^(canary|ptb)\./;

/** The kind that fits a pasted URL; undefined while it is no URL. The server decides what is accepted. */
export function kindOfUrl(text: string): WebhookKind | undefined {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return hosts[url.hostname.replace(testVersion, '')] ?? 'webhook';
}
