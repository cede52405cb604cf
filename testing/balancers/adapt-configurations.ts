import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const deployFolder = join(import.meta.dirname, '..', '..', 'deploy');

export interface BalancerPlace {
  /** A folder for its files; contains the certificate. */
  folder: string;
  plainPort: number;
  tlsPort: number;
  /** The host and port of both nodes. */
  nodes: [string, string];
}

/** Replaces each text, which must occur. Otherwise a test would run with another configuration than it says. */
function adapt(source: string, changes: readonly [from: string, to: string][]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration does not contain ${JSON.stringify(from)}`);
    return text.replaceAll(from, to);
  }, source);
}

/** Where nginx logs requests, and errors. */
export const nginxLogs = ['access.log', 'error.log'] as const;

const read = (name: string) => readFile(join(deployFolder, name), 'utf8');

const examples = ({ nodes }: BalancerPlace): [string, string][] => [
  ['10.0.0.11:3000', nodes[0]],
  ['10.0.0.12:3000', nodes[1]],
];

export interface Program {
  args: string[];
  env?: Record<string, string>;
}

/** Writes a whole configuration around that of deploy/. */
async function nginx(place: BalancerPlace, changes: [from: string, to: string][]): Promise<Program> {
  const { folder } = place;
  const [requests, errors] = nginxLogs;
  const logs: [string, string][] = [
    ['/var/log/nginx/fanfare.log', join(folder, requests)],
    ['/var/log/nginx/fanfare-error.log', join(folder, errors)],
  ];
  await writeFile(
    join(folder, 'site.conf'),
    adapt(await read('nginx.conf'), [...examples(place), ...logs, ...changes]),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    [
      process.getuid?.() === 0 ? 'user root;' : '',
      `pid ${join(folder, 'nginx.pid')};`,
      'daemon off; worker_processes 2; error_log stderr notice;',
      'events { worker_connections 512; }',
      // As Debian's file had it for years.
      'http { error_log stderr;',
      `${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}`,
      `include ${join(folder, 'site.conf')}; }`,
    ].join('\n'),
  );
  return { args: ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'] };
}

/** nginx without TLS, so that a test can use the site at `plainPort`. */
export async function plainNginx(place: Omit<BalancerPlace, 'tlsPort'>): Promise<Program> {
  const source = await read('nginx.conf');
  const redirect = /^server \{\n {4}listen 80;[\s\S]*?^\}\n\n/m.exec(source)?.[0] ?? 'no server on port 80';
  const tls = /^ {4}ssl_[\s\S]*?\n\n/m.exec(source)?.[0] ?? 'no TLS';
  return nginx({ ...place, tlsPort: 0 }, [
    [redirect, ''],
    [tls, ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${place.plainPort};`],
  ]);
}

/** Writes the configuration of deploy/ with the ports, paths and names of a test. */
export const balancerKinds = {
  nginx: (place: BalancerPlace) =>
    nginx(place, [
      ['/etc/letsencrypt/live/example.org/fullchain.pem', join(place.folder, 'certificate.pem')],
      ['/etc/letsencrypt/live/example.org/privkey.pem', join(place.folder, 'key.pem')],
      ['    listen [::]:80;\n', ''],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${place.plainPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${place.tlsPort} ssl http2;`],
      ['https://example.org', 'https://localhost'],
      ['server_name example.org;', 'server_name localhost;'],
    ]),

  async haproxy(place: BalancerPlace): Promise<Program> {
    const { folder, plainPort, tlsPort } = place;
    const text = adapt(await read('haproxy.cfg'), [
      ...examples(place),
      ['    log /dev/log local0\n', '    log stdout format raw local0\n'],
      // A test may not open as many files.
      ['maxconn 40000', 'maxconn 1000'],
      ['    user haproxy\n    group haproxy\n', ''],
      ['/etc/haproxy/certs/example.org.pem', join(folder, 'both.pem')],
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443 ', `bind 127.0.0.1:${tlsPort} `],
      ['https://example.org', 'https://localhost'],
    ]);
    await writeFile(join(folder, 'haproxy.cfg'), text);
    return { args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
  },

  async caddy(place: BalancerPlace): Promise<Program> {
    const { folder, plainPort, tlsPort, nodes } = place;
    const certificate = `tls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`;
    const text = adapt(await read('Caddyfile'), [
      ['web1:3000 web2:3000 {', `${nodes.join(' ')} {`],
      ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${tlsPort}\n`],
      ['{$SITE_ADDRESS} {\n', `{$SITE_ADDRESS} {\n\tbind 127.0.0.1\n\t${certificate}\n`],
    ]);
    await writeFile(join(folder, 'Caddyfile'), text);
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: { SITE_ADDRESS: 'localhost', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    };
  },
};

export type BalancerKind = keyof typeof balancerKinds;
