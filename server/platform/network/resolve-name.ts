import { Resolver } from 'node:dns/promises';

export interface Address {
  address: string;
  family: number;
}

/**
 * All addresses of a name that somebody gave, as the name servers have them. Without the system's own resolver, which the process asks
 * on few threads for everybody: names that are never answered, as many as somebody likes to give, would keep the database, payments
 * and mail from finding theirs. Throws where there are none, after some seconds also where nobody answers.
 */
export async function resolveName(hostname: string, servers?: readonly string[]): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found = await Promise.allSettled([
    resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
  ]);
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
}
