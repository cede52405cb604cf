import type { ChatMessage } from './compose-message.ts';
import { linesOf } from './compose-message.ts';
import { escapeForSlack, escapeWithin } from './escape-text.ts';

/** Limits of Slack's blocks. */
const sectionMax = 3000;
const altTextMax = 2000;

const within = (text: string, max: number) => escapeWithin(text, escapeForSlack, max);

const plainSection = (text: string) => ({
  type: 'section',
  text: { type: 'plain_text', text: within(text, sectionMax), emoji: false },
});

/** The body of an incoming webhook. Texts by people are plain text, in which Slack finds no formatting, mentions and links. */
export function slackBody(message: ChatMessage): Record<string, unknown> {
  const { headline, link, image } = message;
  const lines = linesOf(message);
  return {
    // For notifications; the blocks are what the channel shows.
    text: within(headline, sectionMax),
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      plainSection(headline),
      ...(lines ? [plainSection(lines)] : []),
      ...(image ? [{ type: 'image', image_url: image, alt_text: within(link?.title ?? headline, altTextMax) }] : []),
      ...(link
        ? [
            {
              type: 'section',
              text: { type: 'mrkdwn', text: `<${escapeForSlack(link.url)}|${escapeForSlack(link.label)}>` },
            },
          ]
        : []),
    ],
  };
}
