import { describe, expect, it } from 'vitest';
import { parseChatAddress, shownAddress } from './chat-address.ts';
import { discordUrl } from './discord-format.ts';

const token = 'aB3-_xYz'.repeat(8);
const discord = (text: string) => parseChatAddress('discord', text, []);
const slack = (text: string) => parseChatAddress('slack', text, []);
const rest = `/api/webhooks/1234567890/${token}`;

describe('the address of a Discord webhook', () => {
  it.each([
    `https://discord.com${rest}`,
    `https://discordapp.com${rest}`,
    `https://canary.discord.com${rest}`,
    `https://ptb.discord.com${rest}`,
    `https://ptb.discordapp.com/api/v10/webhooks/1234567890/${token}`,
    `  https://DISCORD.com${rest}\n`,
    `https://discord.com${rest}?wait=true`,
  ])('is taken as %s', (text) => {
    expect(discord(text)).toEqual({
      href: `https://discord.com${rest}`,
      token,
      label: 'discord://discord.com/api/webhooks/1234567890/…',
    });
  });

  it.each(['thread_id=42', 'wait=true&thread_id=42', 'thread_id=42&wait=true'])(
    'keeps its thread, and shows no token: ?%s',
    (query) => {
      const address = discord(`https://discord.com${rest}?${query}`);
      expect(address?.href).toBe(`https://discord.com${rest}?thread_id=42`);
      expect(discordUrl(address?.href ?? '')).toBe(`https://discord.com${rest}?thread_id=42&wait=true`);
      const shown = shownAddress({ kind: 'discord', url: address?.label ?? '' });
      expect(shown).toBe('https://discord.com/api/webhooks/1234567890/…');
    },
  );

  it.each([
    ['http', `http://discord.com${rest}`],
    ['another host', `https://example.com${rest}`],
    ['a longer host', `https://discord.com.evil.example${rest}`],
    ['a host that ends the same', `https://evildiscord.com${rest}`],
    ['another part of the service', `https://cdn.discord.com${rest}`],
    ['a look-alike host', `https://disсord.com${rest}`],
    ['a host with a dot at its end', `https://discord.com.${rest}`],
    ['user information', `https://discord.com@evil.example${rest}`],
    ['user information before the host', `https://me:secret@discord.com${rest}`],
    ['a port', `https://discord.com:8443${rest}`],
    ['the usual port', `https://discord.com:443${rest}`],
    ['a backslash', `https://discord.com\\@evil.example${rest}`],
    ['a path that goes up', `https://discord.com/api/webhooks/../..${rest}`],
    ['a token that goes up', 'https://discord.com/api/webhooks/1234567890/../../users'],
    ['encoded slashes', `https://discord.com/api%2Fwebhooks%2F1234567890%2F${token}`],
    ['an encoded token', `https://discord.com/api/webhooks/1234567890/%61${token}`],
    ['another path', `https://discord.com/api/channels/1234567890/${token}`],
    ['no token', 'https://discord.com/api/webhooks/1234567890'],
    ['a short token', 'https://discord.com/api/webhooks/1234567890/abc'],
    ['an id that is no number', `https://discord.com/api/webhooks/me/${token}`],
    ['the format of Slack', `https://discord.com${rest}/slack`],
    ['the format of GitHub', `https://discord.com${rest}/github`],
    ['a slash at its end', `https://discord.com${rest}/`],
    ['another query', `https://discord.com${rest}?wait=false`],
    ['a query twice', `https://discord.com${rest}?wait=true&wait=true`],
    ['two threads', `https://discord.com${rest}?thread_id=1&thread_id=2`],
    ['a second query', `https://discord.com${rest}?thread_id=1&with_components=true`],
    ['a thread that is no number', `https://discord.com${rest}?thread_id=../1`],
    ['a fragment', `https://discord.com${rest}#thread`],
    ['a second line', `https://discord.com${rest}\nhttps://evil.example/`],
    ['two slashes', `https://discord.com//api/webhooks/1234567890/${token}`],
    ['no scheme', `discord.com${rest}`],
    ['that of Slack', 'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a server of tests', `http://127.0.0.1:8080${rest}`],
  ])('is not %s', (_what, text) => {
    expect(discord(text)).toBeUndefined();
  });

  it('may be that of a server of tests', () => {
    expect(parseChatAddress('discord', `http://127.0.0.1:8080${rest}`, ['127.0.0.1:8080'])?.href).toBe(
      `http://127.0.0.1:8080${rest}`,
    );
    expect(
      parseChatAddress('discord', `http://127.0.0.1:8080@evil.example${rest}`, ['127.0.0.1:8080']),
    ).toBeUndefined();
  });
});

describe('the address of a Slack webhook', () => {
  const whole = 'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/aBcDeFgHiJkLmNoPqRsTuVwX';

  it('shows the workspace and the webhook, and no token', () => {
    const address = slack(whole);
    expect(address).toMatchObject({ href: whole, token: 'aBcDeFgHiJkLmNoPqRsTuVwX' });
    expect(shownAddress({ kind: 'slack', url: address?.label ?? '' })).toBe(
      'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/…',
    );
  });

  it.each([
    ['a workflow', 'https://hooks.slack.com/workflows/T0123ABCD/A0123ABCD/1234/aBcDeFgHiJkLmNoPqRsTuVwX'],
    ['a trigger', 'https://hooks.slack.com/triggers/T0123ABCD/1234/aBcDeFgHiJkLmNoPqRsTuVwX'],
    ['another host', whole.replace('hooks.slack.com', 'hooks.slack.com.evil.example')],
    ['http', whole.replace('https', 'http')],
    ['a query', `${whole}?channel=general`],
    ['a port', whole.replace('.com/', '.com:8443/')],
    ['encoded', whole.replace('/B', '%2FB')],
    ['that of Discord', `https://discord.com${rest}`],
  ])('is not %s', (_what, text) => {
    expect(slack(text)).toBeUndefined();
  });
});
