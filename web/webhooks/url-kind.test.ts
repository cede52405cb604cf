import { expect, it } from 'vitest';
import { kindOfUrl } from './url-kind.ts';

it.each([
  ['https://discord.com/api/webhooks/123/token', 'discord'],
  [' https://ptb.discord.com/api/webhooks/123/token\n', 'discord'],
  ['https://canary.discordapp.com/api/webhooks/123/token', 'discord'],
  ['https://hooks.slack.com/services/T000/B000/XXXX', 'slack'],
  ['https://example.com/events', 'webhook'],
  ['https://discord.com.example.net/api/webhooks/123/token', 'webhook'],
  ['https://example.com/?to=discord.com', 'webhook'],
  ['discord.com/api/webhooks/123/token', undefined],
  ['https://', undefined],
  ['', undefined],
])('reads the kind of “%s”', (text, kind) => {
  expect(kindOfUrl(text)).toBe(kind);
});
