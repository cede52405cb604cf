import { expect, it } from 'vitest';
import type { Address } from '#server/platform/network/resolve-name.ts';
import { checkWebhookTarget } from './webhook-target.ts';

const config = { publicUrl: 'https://fans.example', webhookAllow: [] as string[] };
const names: Record<string, string> = {
  'fans.example': '93.184.216.34',
  'bot.example': '93.184.216.34',
  'inside.example': '10.0.0.7',
  'mapped.example': '::ffff:127.0.0.1',
};
const resolve = async (name: string): Promise<Address[]> => {
  const address = names[name];
  if (!address) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return [{ address, family: address.includes(':') ? 6 : 4 }];
};
const check = (url: string) => checkWebhookTarget({ config }, url, { resolve });

it.each([
  ['http', 'http://bot.example/'],
  ['a file', 'file:///etc/passwd'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback in decimal', 'https://2130706433/'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback in short', 'https://127.1/'],
  ['any address', 'https://0.0.0.0/'],
  ['loopback in IPv6', 'https://[::1]/'],
  ['any address in IPv6', 'https://[::]/'],
  ['loopback mapped into IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['loopback mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
  ['a translated address', 'https://[64:ff9b::7f00:1]/'],
  ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
  ['a private network', 'https://192.168.1.1/'],
  ['a name of a private network', 'https://inside.example/'],
  ['a name of a mapped loopback', 'https://mapped.example/'],
  ['user information', 'https://me:secret@bot.example/'],
  ['another port', 'https://bot.example:22/'],
  ['this site', 'https://fans.example/api/webhook-endpoints'],
  ['this site in capitals, with a dot and a port', 'https://FANS.example.:8443/'],
  ['the address of this site', 'https://93.184.216.34/'],
])('refuses %s', async (_what, url) => {
  await expect(check(url)).rejects.toThrow();
});

it('takes https on the public internet, also on the machine of this site', async () => {
  expect((await check('https://bot.example/fanfare?key=1')).addresses).toEqual([
    { address: '93.184.216.34', family: 4 },
  ]);
  expect((await check('https://bot.example:8443/')).hostname).toBe('bot.example');
});
