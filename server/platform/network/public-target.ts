import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { type Address, resolveName } from './resolve-name.ts';

export interface TargetRules {
  /** As in `url.protocol`: with the colon. */
  protocols: readonly string[];
  /** As in `url.port`: empty for the protocol's own. */
  ports: readonly string[];
  /** Hosts with port that are allowed with any protocol and address: for tests only. */
  allow: readonly string[];
  /** All addresses of a name, IPv4 and IPv6. */
  resolve?: (hostname: string) => Promise<Address[]>;
}

/** The reason why the server does not contact a URL. For tests and the log, never for the caller. */
export class TargetRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TargetRefused';
  }
}

/** A target whose IP addresses have all been checked. The connection uses them and asks no resolver again. */
export interface Target {
  url: URL;
  hostname: string;
  addresses: Address[];
}

const byTest = /^https?:$/;

/** Throws `TargetRefused` unless all IP addresses of this URL, which a user supplied, belong to the public internet. */
export async function checkTarget(url: URL, rules: TargetRules): Promise<Target> {
  const isAllowed = rules.allow.includes(url.host) && byTest.test(url.protocol);
  if (!isAllowed && !rules.protocols.includes(url.protocol)) throw new TargetRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new TargetRefused('user information');
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isAllowed) return { url, hostname, addresses: [{ address: hostname, family: isIP(hostname) }] };
  if (!rules.ports.includes(url.port)) throw new TargetRefused('port');
  const family = isIP(hostname);
  const addresses = family ? [{ address: hostname, family }] : await (rules.resolve ?? resolveName)(hostname);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new TargetRefused('address');
  }
  return { url, hostname, addresses };
}

/** Pins a request to the checked IP addresses, so that a name that changes after the check has no effect. */
function connectionTo({ url, hostname, addresses }: Target) {
  const isSecure = url.protocol === 'https:';
  const pinned: LookupFunction = (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };
  return {
    hostname,
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    servername: isSecure && !isIP(hostname) ? hostname : undefined,
    lookup: pinned,
    agent: false,
    maxHeaderSize: 16 * 1024,
  } as const;
}

/** Everything before the end of the head: answers such as 103, and empty lines, which the parser skips. A head has at most `maxHeaderSize`. */
const bytesToHeadMax = 64 * 1024;

export interface TargetRequest {
  method?: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
  signal: AbortSignal;
}

/**
 * Sends a request to the checked addresses and waits for the head of the response; the caller reads or destroys the rest. Rejects if the
 * connection ends without a response. A server that answers 101 ends it without an error, and the caller would wait forever. One that sends 103
 * or empty lines without end would keep this process busy: eight of them let every other request wait for three seconds.
 */
export function requestTo(
  target: Target,
  { method = 'GET', headers, body, signal }: TargetRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (target.url.protocol === 'https:' ? https : http).request({
      ...connectionTo(target),
      method,
      headers: { host: target.url.host, ...headers },
      signal,
    });
    let byteCount = 0;
    let hasHead = false;
    request.once('socket', (socket) => {
      // After the parser, which has set `hasHead` if the end of the head is in these bytes.
      socket.on('data', ({ length }: Buffer) => {
        byteCount += length;
        if (!hasHead && byteCount > bytesToHeadMax) request.destroy(new Error('the head of the response is too long'));
      });
    });
    request.once('response', (response) => {
      hasHead = true;
      resolve(response);
    });
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection ended without a response')));
    request.end(body);
  });
}
