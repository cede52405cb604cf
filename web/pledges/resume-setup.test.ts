import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { requestKeyFor } from './request-key.ts';
import { resumeSetup } from './resume-setup.ts';

const slot = { poolId: '00000000-0000-4000-8000-000000000001', userId: 'fan' };
const terms = { amountCents: 1000, anonymous: false };
const setup = { url: 'https://cards.example/setup' };

let sentKeys: string[];

/** Answers the request with the stored key by `first`, and every other with the page that saves a card. */
function serve(first: { pledge: { status: string } } | ErrorCode): string {
  const stored = requestKeyFor(slot, terms);
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { requestKey, contentMark } = JSON.parse(body);
    expect(contentMark).toBe('mark');
    sentKeys.push(requestKey);
    if (requestKey !== stored) return Response.json({ pledge: { status: 'setup_pending' }, setup }, { status: 201 });
    if (typeof first !== 'string') return Response.json(first, { status: 201 });
    const { code, message, status } = appError(first);
    return Response.json({ code, message }, { status });
  });
  return stored;
}

beforeEach(() => {
  sentKeys = [];
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([[{ pledge: { status: 'withdrawn' } }], ['request_key_reused' as const]])(
  'takes a new key if the stored one belongs to an earlier pledge: %j',
  async (first) => {
    const stored = serve(first);
    expect((await resumeSetup(slot, terms, 'mark')).setup).toEqual(setup);
    expect(sentKeys).toEqual([stored, requestKeyFor(slot, terms)]);
    expect(sentKeys[1]).not.toBe(stored);
  },
);

it('sends one request if the pledge counts already, and none after another refusal', async () => {
  serve({ pledge: { status: 'pledged' } });
  expect((await resumeSetup(slot, terms, 'mark')).setup).toBeUndefined();
  serve('pool_closed');
  await expect(resumeSetup(slot, terms, 'mark')).rejects.toMatchObject({ code: 'pool_closed' });
  expect(sentKeys).toHaveLength(2);
});
