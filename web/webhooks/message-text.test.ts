import { expect, it } from 'vitest';
import { textOfMessage } from './message-text.ts';

it('reads a Discord message without its Markdown escapes', () => {
  const message = {
    content: '“50\\_50 \\*mix\\* C:\\\\x” has met its goal\\.',
    embeds: [
      { title: 'A \\[song\\]', url: 'https://fans.example/pools/1', description: '$420 of $600\n\nada\\_l, ben' },
    ],
    allowed_mentions: { parse: [] },
  };
  expect(textOfMessage('discord', message)).toEqual([
    '“50_50 *mix* C:\\x” has met its goal.',
    'A [song]',
    '$420 of $600\n\nada_l, ben',
  ]);
});

it('reads the blocks of a Slack message, or its text without blocks', () => {
  const message = {
    text: 'only for notifications',
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: 'R&amp;B &lt;3 has met its goal.' } },
      { type: 'image', image_url: 'https://fans.example/a.png', alt_text: 'R&amp;B' },
      { type: 'section', text: { type: 'mrkdwn', text: '<https://fans.example/pools/1|Open the pool>' } },
    ],
  };
  expect(textOfMessage('slack', message)).toEqual(['R&B <3 has met its goal.', 'Open the pool']);
  expect(textOfMessage('slack', { text: 'A &lt;test&gt; &amp;amp;' })).toEqual(['A <test> &amp;']);
});

it('reads nothing from a body of another form', () => {
  expect(textOfMessage('discord', { content: 3, embeds: 'none' })).toEqual([]);
  expect(textOfMessage('slack', { blocks: [null, { text: null }] })).toEqual([]);
});
