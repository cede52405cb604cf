import http from 'node:http';
import https from 'node:https';
import {
  type Address,
  checkTarget,
  connectionTo,
  type Target,
  TargetRefused,
  type TargetRules,
} from '#server/platform/public-target.ts';

export interface FetchPolicy {
  /** Hosts with port that may be asked whatever their address: for tests only. */
  allow: readonly string[];
  /** All addresses of a name, IPv4 and IPv6. */
  resolve?: (hostname: string) => Promise<Address[]>;
}

const maxRedirects = 3;
const withinMs = 5000;
export const maxPictureBytes = 5 * 1024 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);
const rules: Omit<TargetRules, 'allow'> = { protocols: ['http:', 'https:'], ports: ['', '80', '443'] };

function ask(target: Target, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (target.url.protocol === 'https:' ? https : http).get({
      ...connectionTo(target),
      headers: {
        host: target.url.host,
        accept: 'image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Mozilla/5.0 (compatible; image proxy)',
      },
      signal,
    });
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxPictureBytes) throw new TargetRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxPictureBytes) throw new TargetRefused('size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bytes behind an address of the public web: at most 5 MB, 5 seconds and 3 redirects. What they are is not checked here. */
export async function fetchPicture(address: string, policy: FetchPolicy): Promise<Buffer> {
  const signal = AbortSignal.timeout(withinMs);
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new TargetRefused('time')), { once: true });
  });
  // A resolver cannot be told to stop: it is left behind.
  return Promise.race([follow(address, policy, signal), timeout]);
}

async function follow(address: string, policy: FetchPolicy, signal: AbortSignal): Promise<Buffer> {
  let next = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (!URL.canParse(next)) throw new TargetRefused('address');
    const target = await checkTarget(new URL(next), { ...rules, ...policy });
    const response = await ask(target, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response);
      if (!redirects.has(statusCode) || !headers.location) throw new TargetRefused(`status ${statusCode}`);
      if (!URL.canParse(headers.location, target.url.href)) throw new TargetRefused('address');
      next = new URL(headers.location, target.url).href;
    } finally {
      response.destroy();
    }
  }
  throw new TargetRefused('redirects');
}
