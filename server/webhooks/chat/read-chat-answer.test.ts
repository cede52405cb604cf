import { describe, expect, it } from 'vitest';
import { readChatAnswer, withoutToken } from './read-chat-answer.ts';

const discord = (status: number | null, headers: Record<string, string> = {}, answer = '') =>
  readChatAnswer('discord', { status, headers, answer, retryAfter: headers['retry-after'] }, 1);

describe('an answer of Discord', () => {
  it('ends the pause of an exhausted limit when it resets, also after a success', () => {
    expect(discord(200)).toEqual({ isSuccess: true, isFinal: false, pauseMs: 0, pauseAllMs: 0, isRefused: false });
    expect(discord(200, { 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '2' }).pauseMs).toBe(0);
    expect(discord(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.25' }).pauseMs).toBe(1250);
    expect(discord(204, { 'x-ratelimit-remaining': '0' }).pauseMs).toBe(1000);
  });

  it.each([401, 403, 404])('of %i turns the webhook off, and counts as refused', (status) => {
    for (const answer of ['{"message": "Missing Permissions", "code": 50013}', '{"message": "403: Forbidden"}', '']) {
      const verdict = discord(status, {}, answer);
      expect(verdict).toMatchObject({ isSuccess: false, offReason: 'refused', isRefused: true, pauseAllMs: 0 });
    }
  });

  it.each([
    '{"message": "internal network error", "code": 40333}',
    'error code: 1010',
    '<!doctype html><title>Access denied</title>',
  ])('of 403 by its network (%s) turns no webhook off, and pauses all', (answer) => {
    const verdict = discord(403, {}, answer);
    expect(verdict).toMatchObject({ isSuccess: false, isRefused: true, pauseMs: 600_000, pauseAllMs: 600_000 });
    expect(verdict.offReason).toBeUndefined();
  });

  it('of 429 names the pause in a header or in its body, whichever is longer', () => {
    const limit = { 'x-ratelimit-limit': '5', 'x-ratelimit-scope': 'user' };
    expect(discord(429, { ...limit, 'retry-after': '65' }, '{"retry_after":64.57}')).toEqual({
      isSuccess: false,
      pauseMs: 65_000,
      pauseAllMs: 0,
      isRefused: true,
    });
    expect(discord(429, limit, '{"message":"slow","retry_after":0.3,"global":false}').pauseMs).toBe(1000);
    expect(discord(429, limit, '{"retry_after":7.5}').pauseMs).toBe(7500);
    expect(discord(429, { ...limit, 'retry-after': 'soon' }, '[]').pauseMs).toBeGreaterThan(0);
    expect(discord(429, { ...limit, 'retry-after': '999999999' }).pauseMs).toBe(24 * 60 * 60_000);
    expect(discord(429, { 'retry-after': '9' })).toMatchObject({ pauseMs: 9000, pauseAllMs: 0 });
  });

  it('of 429 for a limit that others used up is not held against us', () => {
    expect(discord(429, { 'x-ratelimit-scope': 'shared', 'retry-after': '3' })).toMatchObject({
      isRefused: false,
      pauseMs: 3000,
      pauseAllMs: 0,
    });
  });

  it('of 429 for everything pauses all webhooks', () => {
    for (const answer of [
      discord(429, { 'x-ratelimit-global': 'true', 'x-ratelimit-limit': '50', 'retry-after': '9' }),
      discord(429, { 'x-ratelimit-scope': 'global', 'retry-after': '9' }),
      discord(429, { 'x-ratelimit-limit': '50', 'retry-after': '9' }, '{"global":true}'),
      // Discord's network bans addresses before they reach Discord.
      discord(429, { 'retry-after': '9' }, 'error code: 1015'),
    ]) {
      expect(answer).toMatchObject({ pauseAllMs: 9000, isRefused: true });
    }
  });

  it('of other failures neither turns it off nor counts', () => {
    for (const status of [302, 400, 500, 503, null]) {
      const { offReason, isRefused, isSuccess } = discord(status);
      expect({ offReason, isRefused, isSuccess }).toEqual({ offReason: undefined, isRefused: false, isSuccess: false });
    }
  });
});

describe('an answer that repeats the token', () => {
  const token = 'aB3-_xYz'.repeat(8);

  it('is kept without it, also if it breaks off within', () => {
    expect(withoutToken(`no ${token} and ${token}!`, token)).toBe('no … and …!');
    for (const length of [6, 40, 63]) expect(withoutToken(`no ${token.slice(0, length)}`, token)).toBe('no …');
    expect(withoutToken('no aB', token)).toBe('no aB');
  });
});

describe('an answer of Slack', () => {
  const slack = (status: number, answer = '', retryAfter?: string) =>
    readChatAnswer('slack', { status, headers: {}, answer, retryAfter }, 1);

  it('leaves a second between two messages', () => {
    expect(slack(200, 'ok')).toMatchObject({ isSuccess: true, pauseMs: 1000, pauseAllMs: 0, isRefused: false });
  });

  it.each([
    [403, 'action_prohibited'],
    [404, 'no_service'],
    [410, 'channel_is_archived'],
  ])('of %i (%s) turns the webhook off', (status, answer) => {
    expect(slack(status, answer)).toMatchObject({ offReason: 'refused' });
  });

  it('of 429 pauses this webhook only', () => {
    expect(slack(429, 'rate_limited', '30')).toMatchObject({ pauseMs: 30_000, pauseAllMs: 0 });
  });

  it('of 400 is our failure, with one more try', () => {
    expect(slack(400, 'invalid_payload')).toMatchObject({ isSuccess: false, isFinal: false, isRefused: false });
    expect(slack(400, 'invalid_payload').offReason).toBeUndefined();
    const again = { status: 400, headers: {}, answer: 'invalid_payload' };
    expect(readChatAnswer('slack', again, 2).isFinal).toBe(true);
  });
});
