import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);

/** Without the backslashes that keep Discord from reading Markdown. */
const plainMarkdown = (text: string): string => text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1');

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack's links as their words, and its three entities as signs. */
const plainMrkdwn = (text: string): string =>
  text
    .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
    .replace(/<([^<>]*)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

function linesOfDiscord(message: Part): unknown[] {
  return [message.content, ...partsOf(message.embeds).flatMap(({ title, description }) => [title, description])];
}

/** The blocks, or the text of a message without them. */
function linesOfSlack(message: Part): unknown[] {
  const texts = partsOf(message.blocks).map(({ text }) => (isPart(text) ? text.text : undefined));
  return texts.some((text) => typeof text === 'string') ? texts : [message.text];
}

/** The words of a message that was composed for a service, in lines; its first one is the title, if there are several. */
export function textOfMessage(kind: ChatKind, message: object): string[] {
  const lines = kind === 'discord' ? linesOfDiscord(message as Part) : linesOfSlack(message as Part);
  const plain = kind === 'discord' ? plainMarkdown : plainMrkdwn;
  return lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '').map(plain);
}
