import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface Address {
  address: string;
  family: number;
}

export interface FetchPolicy {
  /** Hosts with port that may be asked whatever their address: for tests only. */
  allow: readonly string[];
  /** All addresses of a name, IPv4 and IPv6. */
  resolve?: (hostname: string) => Promise<Address[]>;
}

/** Why a picture was not fetched; for tests and the log, never for whoever asked. */
export class PictureRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PictureRefused';
  }
}

const maxRedirects = 3;
const withinMs = 5000;
export const maxPictureBytes = 5 * 1024 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);
const ports = new Set(['', '80', '443']);

const resolveAll = (hostname: string) => lookup(hostname, { all: true, verbatim: true });

/** A target whose every address has been checked; the connection goes to these and asks no resolver again. */
interface Target {
  url: URL;
  hostname: string;
  addresses: Address[];
}

/** Throws `PictureRefused` unless this may be asked for. Redirects pass here, too. */
async function checkTarget(url: URL, policy: FetchPolicy): Promise<Target> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new PictureRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new PictureRefused('user information');
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (policy.allow.includes(url.host))
    return { url, hostname, addresses: [{ address: hostname, family: isIP(hostname) }] };
  if (!ports.has(url.port)) throw new PictureRefused('port');
  const family = isIP(hostname);
  const addresses = family ? [{ address: hostname, family }] : await (policy.resolve ?? resolveAll)(hostname);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PictureRefused('address');
  }
  return { url, hostname, addresses };
}

/** Answers with the checked addresses, so that a name that changes between check and connection gains nothing. */
const pinned =
  (addresses: Address[]): LookupFunction =>
  (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };

function ask({ url, hostname, addresses }: Target, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).get({
      hostname,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Mozilla/5.0 (compatible; image proxy)',
      },
      servername: secure && !isIP(hostname) ? hostname : undefined,
      lookup: pinned(addresses),
      agent: false,
      maxHeaderSize: 16 * 1024,
      signal,
    });
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxPictureBytes) throw new PictureRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxPictureBytes) throw new PictureRefused('size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bytes behind an address of the public web: at most 5 MB, 5 seconds and 3 redirects. What they are is not checked here. */
export async function fetchPicture(address: string, policy: FetchPolicy): Promise<Buffer> {
  const signal = AbortSignal.timeout(withinMs);
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new PictureRefused('time')), { once: true });
  });
  // A resolver cannot be told to stop: it is left behind.
  return Promise.race([follow(address, policy, signal), timeout]);
}

async function follow(address: string, policy: FetchPolicy, signal: AbortSignal): Promise<Buffer> {
  let next = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (!URL.canParse(next)) throw new PictureRefused('address');
    const target = await checkTarget(new URL(next), policy);
    const response = await ask(target, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response);
      if (!redirects.has(statusCode) || !headers.location) throw new PictureRefused(`status ${statusCode}`);
      if (!URL.canParse(headers.location, target.url.href)) throw new PictureRefused('address');
      next = new URL(headers.location, target.url).href;
    } finally {
      response.destroy();
    }
  }
  throw new PictureRefused('redirects');
}
