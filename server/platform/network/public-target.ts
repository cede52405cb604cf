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
export function connectionTo({ url, hostname, addresses }: Target) {
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
