import { expect, it } from 'vitest';
import { isFromThisMachine } from './health.ts';

const request = (remoteAddress: string, headers: Record<string, string>, httpVersion = '1.1') =>
  isFromThisMachine({ headers, httpVersion, socket: { remoteAddress } } as Parameters<typeof isFromThisMachine>[0]);
const host = 'localhost:3000';

it('takes a direct request of this machine for one', () => {
  expect(request('127.0.0.1', { host })).toBe(true);
  expect(request('::1', { host: '[::1]:3000' })).toBe(true);
  expect(request('::ffff:127.0.0.1', { host: '127.0.0.1' })).toBe(true);
});

it('takes no request for one that a proxy passes on, or that another machine sends', () => {
  expect(request('203.0.113.9', { host })).toBe(false);
  expect(request('127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' })).toBe(false);
  expect(request('127.0.0.1', { host, forwarded: 'for=203.0.113.9' })).toBe(false);
  expect(request('127.0.0.1', { host, 'x-real-ip': '203.0.113.9' })).toBe(false);
  expect(request('127.0.0.1', { host: '127.0.0.1:3000' }, '1.0')).toBe(false);
  // A balancer that passes on the bytes keeps the public host.
  expect(request('127.0.0.1', { host: 'fans.example.org' })).toBe(false);
  expect(request('127.0.0.1', { host: 'localhost.example.org' })).toBe(false);
});
