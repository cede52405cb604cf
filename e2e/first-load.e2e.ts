import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setStage } from './stage.ts';

const stage = setStage();

/** Brotli-compressed bytes of all scripts that a first visit fetches without interaction. */
const budgetBytes = { pool: 117_600, landing: 103_200 };

/** The transferred bytes of all script bodies until the network is idle. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const bodies = new Map<string, number>();
  const encodings = new Set<string | undefined>();
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    bodies.set(requestId, 0);
    encodings.add(response.headers['content-encoding']);
  });
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const known = bodies.get(requestId);
    if (known !== undefined) bodies.set(requestId, known + encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  // The smallest files are sent uncompressed.
  expect([...encodings].filter((encoding) => encoding !== 'br' && encoding !== undefined)).toEqual([]);
  return [...bodies.values()].reduce((sum, bytes) => sum + bytes, 0);
}

describe('the stylesheet of a page', () => {
  test.each([
    ['none', true],
    ['cross-site', true],
    ['same-origin', false],
    [null, false],
  ])('is inlined for visitors from other sites (Sec-Fetch-Site: %s)', async (from, within) => {
    const headers: Record<string, string> = from === null ? {} : { 'sec-fetch-site': from };
    const html = await (await stage.town.app.client().raw('GET', '/', { headers })).text();
    expect(html.includes('<style>') && html.includes('@font-face')).toBe(within);
    expect(/<link rel="stylesheet"/.test(html)).toBe(!within);
  });
});

describe('a first visit', () => {
  test.each(['pool', 'landing'] as const)('to the %s page stays below its script budget', async (name) => {
    const { town } = stage;
    const path =
      name === 'landing' ? '/' : (await town.newPool(await town.member(), await town.creator())).canonicalPath;
    const bytes = await scriptBytes(await stage.window(), new URL(path, town.app.url).href);
    console.info(`${name}: ${(bytes / 1000).toFixed(1)} KB of script`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(budgetBytes[name]);
  });
});
