import { describe, expect, it } from 'vitest';
import { type Text, verbatim } from '#contract/language/text.ts';
import { fc } from '#testing/fast-check.ts';
import type { ChatMessage } from './compose-message.ts';
import { discordBody } from './discord-format.ts';
import { escapeForDiscord, escapeForSlack, escapeWithin } from './escape-text.ts';
import { slackBody } from './slack-format.ts';

const hostile = [
  '**bold** __under__ ~~gone~~ ||hidden|| `code`',
  '[free money](https://evil.example)',
  '# Heading\n-# small\n> quote\n>>> quotes\n- item\n1. item',
  '<@123> <@!123> <@&123> <#123> @everyone @here',
  '<:smile:123> <a:wave:123> :tada:',
  '<t:1700000000:R> </play:123> <id:customize>',
  'https://evil.example discord.gg/free <https://evil.example>',
  '\\*already escaped\\*',
  '<!channel> <!here> <@U123> <https://evil.example|here> &lt;',
];

/** Text with all that has a meaning on chat services, and anything else. */
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '\\',
        '*',
        '_',
        '~',
        '`',
        '|',
        '>',
        '#',
        '-',
        '[',
        ']',
        '(',
        ')',
        '<',
        '@',
        ':',
        '/',
        '.',
        '\n',
        'a',
        '😀',
        '&',
      ),
    )
    .map((all) => all.join('')),
);

/** Reads as Discord does: a backslash makes the punctuation after it plain. Returns what is plain and what is active. */
function readDiscord(text: string): { plain: string; active: string } {
  const active = text.replace(/\\[^0-9A-Za-z\s]/g, '');
  return { plain: text.replace(/\\([^0-9A-Za-z\s])/g, '$1'), active };
}

const readSlack = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('escaped text', () => {
  it('shows on Discord as it was typed, with nothing active', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { plain, active } = readDiscord(escapeForDiscord(text));
        expect(plain).toBe(text);
        expect(active).not.toMatch(/[\\*_~`|>#[\]()<:@./-]/);
      }),
    );
  });

  it('shows on Slack as it was typed, with no control character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const escaped = escapeForSlack(text);
        expect(readSlack(escaped)).toBe(text);
        expect(escaped.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
      }),
    );
  });

  it('is cut within the limit, never inside a character or an escape', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, max) => {
        const cut = escapeWithin(text, escapeForDiscord, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(text.isWellFormed());
        const { plain, active } = readDiscord(cut.replace(/…$/, ''));
        expect(text.startsWith(plain.replace(/…$/, ''))).toBe(true);
        expect(active).not.toContain('\\');
      }),
    );
    expect(escapeWithin('👩‍👩‍👧'.repeat(4), escapeForDiscord, 20)).toBe('👩‍👩‍👧👩‍👩‍👧…');
  });
});

const messageOf = (text: string): ChatMessage => ({
  headline: verbatim(text),
  lines: [text, text],
  link: { url: 'https://fans.example/pool/1', title: text, label: 'Open the pool' as Text },
  image: 'https://fans.example/share/pool/1.jpg',
});

describe('a message', () => {
  it('stays within the limits of Discord, and mentions no one', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const body = discordBody(messageOf(text.repeat(30))) as {
          content: string;
          embeds: { title: string; description?: string; image?: object }[];
          allowed_mentions: object;
        };
        expect(body.allowed_mentions).toEqual({ parse: [] });
        expect(body.content.length).toBeLessThanOrEqual(2000);
        const [embed] = body.embeds;
        expect(embed?.title.length).toBeLessThanOrEqual(256);
        expect((embed?.description ?? '').length).toBeLessThanOrEqual(4096);
        expect(embed?.image).toEqual({ url: 'https://fans.example/share/pool/1.jpg' });
      }),
    );
  });

  it('has people’s words only in plain text on Slack', () => {
    for (const text of hostile) {
      const body = slackBody(messageOf(text)) as { blocks: { type: string; text?: { type: string; text: string } }[] };
      const formatted = body.blocks.flatMap((block) => (block.text?.type === 'mrkdwn' ? block.text.text : []));
      expect(formatted).toEqual(['<https://fans.example/pool/1|Open the pool>']);
      expect(body).toMatchObject({ mrkdwn: false, link_names: false, parse: 'none' });
    }
  });
});
