import { describe, expect, it } from 'vitest';
import { passkeySiteOf } from './passkey-site.ts';

const siteAt = (publicUrl: string) => passkeySiteOf({ publicUrl, secure: publicUrl.startsWith('https:') });

describe('the site of passkeys', () => {
  it.each([
    ['https://fans.example', 'fans.example'],
    ['https://fans.example:8443', 'fans.example'],
    ['http://localhost:3000', 'localhost'],
    ['https://localhost', 'localhost'],
  ])('is the host of %s', (publicUrl, rpId) => {
    expect(siteAt(publicUrl)).toEqual({ rpId, origin: publicUrl });
  });

  it.each([
    'http://fans.example',
    'http://localhost.fans.example',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'https://192.0.2.7:8443',
    'https://[::1]:3000',
  ])('does not exist at %s', (publicUrl) => {
    expect(siteAt(publicUrl)).toBeNull();
  });
});
