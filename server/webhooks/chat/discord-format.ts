import type { ChatMessage } from './compose-message.ts';
import { linesOf } from './compose-message.ts';
import { escapeForDiscord, escapeWithin } from './escape-text.ts';

/** Limits of Discord (discord-api-docs, resources/webhook and resources/message). */
const contentMax = 2000;
const embedTitleMax = 256;
const embedDescriptionMax = 4096;

const within = (text: string, max: number) => escapeWithin(text, escapeForDiscord, max);

/** The body of "Execute Webhook". It mentions no one, whatever people have written. */
export function discordBody(message: ChatMessage): Record<string, unknown> {
  const { headline, link, image } = message;
  const lines = linesOf(message);
  const embed = link && {
    title: within(link.title, embedTitleMax),
    url: link.url,
    ...(lines ? { description: within(lines, embedDescriptionMax) } : {}),
    ...(image ? { image: { url: image } } : {}),
  };
  return {
    content: within(headline, contentMax),
    embeds: embed ? [embed] : [],
    allowed_mentions: { parse: [] },
  };
}

/** `wait`: Discord answers after it has stored the message, and says so if it has not. */
export function discordUrl(href: string): string {
  const url = new URL(href);
  url.searchParams.set('wait', 'true');
  return url.href;
}
