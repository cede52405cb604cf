import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry for IPv4: everything that is not a public host. */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** IANA assigns only 2000::/3. Mapped, translated and link-local addresses lie outside it. */
const openIpv6 = '2000::/3';
/** Within it: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address. */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const closed4 = listOf(closedIpv4, 'ipv4');
const closed6 = listOf(closedIpv6, 'ipv6');
const open6 = listOf([openIpv6], 'ipv6');

/** Whether an address, as a resolver gives it, belongs to the public internet. An unreadable address does not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed4.check(address, 'ipv4');
  if (family === 6) return !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
  return false;
}
