import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { freePort } from '#testing/free-port.ts';
import type { ApiDocument } from './api-pages.ts';

/** The site's reference describes every installation, so it names an example. */
const url = 'https://fanfare.example';

/** Starts the built server with an empty database and reads /api/openapi.json, so that the reference shows what the product serves. */
export async function readApiDocument(): Promise<ApiDocument> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-api-'));
  const server = new ServerProcess({ dataDir, port: await freePort(), env: { PUBLIC_URL: url } });
  try {
    server.spawn();
    await server.ready();
    const response = await fetch(`${server.url}/api/openapi.json`, { headers: { host: new URL(url).host } });
    if (!response.ok) throw new Error(`/api/openapi.json answered ${response.status}`);
    return (await response.json()) as ApiDocument;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
