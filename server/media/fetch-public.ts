import type http from 'node:http';
import { checkTarget, requestTo, TargetRefused, type TargetRules } from '#server/platform/network/public-target.ts';
import type { Address } from '#server/platform/network/resolve-name.ts';

export interface FetchPolicy {
  /** Hosts with port that may be requested even if their address is not public. For tests only. */
  allow: readonly string[];
  /** Returns all IPv4 and IPv6 addresses of a name. */
  resolve?: (hostname: string) => Promise<Address[]>;
}

/** The request to send, and the limits of the response to read. */
interface FetchOptions {
  /** The Accept header. */
  accept: string;
  /** The name in the User-Agent header. */
  agent: string;
  maxBytes: number;
  /** If true, reads the first `maxBytes` of a larger response; otherwise refuses it. */
  truncate?: boolean;
  /** Returns whether to read a response with this content type. Reads every type by default. */
  acceptsType?: (contentType: string) => boolean;
  /** If true, refuses a redirect to another host. With and without `www.` is the same host. */
  sameHost?: boolean;
}

export interface Fetched {
  data: Buffer;
  contentType: string;
  /** The URL after all redirects. */
  url: string;
}

const maxRedirects = 3;
const withinMs = 5000;
const redirects = new Set([301, 302, 303, 307, 308]);
const rules: Omit<TargetRules, 'allow'> = { protocols: ['http:', 'https:'], ports: ['', '80', '443'] };

async function readBody(response: http.IncomingMessage, { maxBytes, truncate }: FetchOptions): Promise<Buffer> {
  const declared = Number(response.headers['content-length'] ?? 0);
  if (!truncate && declared > maxBytes) throw new TargetRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) continue;
    if (!truncate) throw new TargetRefused('size');
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const hostOf = ({ host }: URL) => host.replace(/^www\./, '');

function redirectTarget(location: string, from: URL, { sameHost }: FetchOptions): string {
  if (!URL.canParse(location, from.href)) throw new TargetRefused('address');
  const target = new URL(location, from);
  if (sameHost && hostOf(target) !== hostOf(from)) throw new TargetRefused('other host');
  return target.href;
}

async function follow(
  address: string,
  policy: FetchPolicy,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  let next = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (!URL.canParse(next)) throw new TargetRefused('address');
    const target = await checkTarget(new URL(next), { ...rules, ...policy });
    const { accept, agent } = options;
    const headers = {
      accept,
      'accept-encoding': 'identity',
      'user-agent': `Mozilla/5.0 (compatible; ${agent})`,
    };
    const response = await requestTo(target, { headers, signal });
    try {
      const { statusCode = 0, headers } = response;
      const contentType = headers['content-type'] ?? '';
      if (statusCode === 200) {
        if (options.acceptsType?.(contentType) === false) throw new TargetRefused('type');
        return { data: await readBody(response, options), contentType, url: target.url.href };
      }
      if (!redirects.has(statusCode) || !headers.location) throw new TargetRefused(`status ${statusCode}`);
      next = redirectTarget(headers.location, target.url, options);
    } finally {
      response.destroy();
    }
  }
  throw new TargetRefused('redirects');
}

/** Fetches a URL of the public web within 5 seconds and 3 redirects. Does not check the content. Throws TargetRefused. */
export async function fetchPublic(address: string, policy: FetchPolicy, options: FetchOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(withinMs);
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new TargetRefused('time')), { once: true });
  });
  // A DNS lookup cannot be aborted. After a timeout it continues in the background and its result is dropped.
  return Promise.race([follow(address, policy, options, signal), timeout]);
}
