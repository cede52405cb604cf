import { Resolver } from 'node:dns/promises';

export interface Address {
  address: string;
  family: number;
}

/**
 * Resolves all IP addresses of a user-supplied name with the name servers. The system's resolver runs on a few threads of the process:
 * many names that are never answered would keep the database, payments and mail from resolving theirs. Throws if there are none, and
 * after some seconds without an answer.
 */
export async function resolveName(hostname: string, servers?: readonly string[]): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const results = await Promise.allSettled([
    resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
  ]);
  const addresses = results.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = results;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
}
