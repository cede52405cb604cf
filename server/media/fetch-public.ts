import http from 'node:http';
import https from 'node:https';
import {
  checkTarget,
  connectionTo,
  type Target,
  TargetRefused,
  type TargetRules,
} from '#server/platform/network/public-target.ts';
import type { Address } from '#server/platform/network/resolve-name.ts';

export interface FetchPolicy {
  /** Hosts with port that may be asked whatever their address: for tests only. */
  allow: readonly string[];
  /** All addresses of a name, IPv4 and IPv6. */
  resolve?: (hostname: string) => Promise<Address[]>;
}

/** What is asked for, and how much of it is read. */
interface Wanted {
  accept: string;
  /** What we call ourselves. */
  agent: string;
  maxBytes: number;
  /** Whether the beginning of something larger will do; else it is refused. */
  beginning?: boolean;
  /** Whether something of this type is read at all. */
  isWanted?: (contentType: string) => boolean;
}

export interface Fetched {
  data: Buffer;
  contentType: string;
  /** Where the redirects led. */
  url: string;
}

const maxRedirects = 3;
const withinMs = 5000;
const redirects = new Set([301, 302, 303, 307, 308]);
const rules: Omit<TargetRules, 'allow'> = { protocols: ['http:', 'https:'], ports: ['', '80', '443'] };

function ask(target: Target, { accept, agent }: Wanted, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (target.url.protocol === 'https:' ? https : http).get({
      ...connectionTo(target),
      headers: {
        host: target.url.host,
        accept,
        'accept-encoding': 'identity',
        'user-agent': `Mozilla/5.0 (compatible; ${agent})`,
      },
      signal,
    });
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function readBody(response: http.IncomingMessage, { maxBytes, beginning }: Wanted): Promise<Buffer> {
  const declared = Number(response.headers['content-length'] ?? 0);
  if (!beginning && declared > maxBytes) throw new TargetRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) continue;
    if (!beginning) throw new TargetRefused('size');
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function follow(address: string, policy: FetchPolicy, wanted: Wanted, signal: AbortSignal): Promise<Fetched> {
  let next = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (!URL.canParse(next)) throw new TargetRefused('address');
    const target = await checkTarget(new URL(next), { ...rules, ...policy });
    const response = await ask(target, wanted, signal);
    try {
      const { statusCode = 0, headers } = response;
      const contentType = headers['content-type'] ?? '';
      if (statusCode === 200) {
        if (wanted.isWanted?.(contentType) === false) throw new TargetRefused('type');
        return { data: await readBody(response, wanted), contentType, url: target.url.href };
      }
      if (!redirects.has(statusCode) || !headers.location) throw new TargetRefused(`status ${statusCode}`);
      if (!URL.canParse(headers.location, target.url.href)) throw new TargetRefused('address');
      next = new URL(headers.location, target.url).href;
    } finally {
      response.destroy();
    }
  }
  throw new TargetRefused('redirects');
}

/** The bytes behind an address of the public web: within 5 seconds and 3 redirects. What they are is not checked here. */
export async function fetchPublic(address: string, policy: FetchPolicy, wanted: Wanted): Promise<Fetched> {
  const signal = AbortSignal.timeout(withinMs);
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new TargetRefused('time')), { once: true });
  });
  // Looking up a name cannot be told to stop: it is left behind, and ends by itself.
  return Promise.race([follow(address, policy, wanted, signal), timeout]);
}
