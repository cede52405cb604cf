import { existsSync, readFileSync } from 'node:fs';
import { gte } from 'semver';

/** The lowest version that has the fix for these advisories. Holds for every package of the lockfile, also indirect and development ones. */
const floors: Record<string, [floor: string, reason: string]> = {
  '@fastify/busboy': ['3.2.1', 'CVE-2026-19484, CVE-2026-19481: a request can stop the process'],
  'engine.io': ['6.6.10', 'CVE-2026-102599: a request can stop the process'],
  multer: ['2.3.0', 'CVE-2026-77078: a request can stop the process'],
  node: ['24.18.0', 'the security releases of July 2026'],
  nodemailer: ['10.0.5', 'CVE-2026-90776, SMTP injections'],
  'react-router': ['7.14.1', 'CVE-2026-22029, CVE-2026-40181: scripts and open redirects'],
  sharp: ['0.35.0', 'GHSA-f88m-g3jw-g9cj: decoders of libvips'],
  'socket.io-parser': ['4.2.7', 'CVE-2026-69185: a packet can take all memory'],
  ws: ['8.21.0', 'CVE-2026-48779: a connection can take all memory'],
};

/** Packages that we do not use in any version. */
const refused: [pattern: RegExp, reason: string][] = [
  [/^react-server-dom-/, 'CVE-2025-55182: we have no server components'],
  [/^@fastify\/express$/, 'CVE-2026-112362: skips middleware of a path; authorize in the route'],
  [/^(ip|ip-address|private-ip)$/, 'has misjudged addresses; use net.BlockList, as server/platform/network does'],
];

/** Licenses that an MIT-licensed product may ship. */
const reviewedLicenses = new Set([
  // These ask only to be named.
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
  ],
  // lightningcss: only changes to its own files must be published.
  'MPL-2.0',
  // libvips, a separate library that sharp loads and that anyone can replace.
  'LGPL-3.0-or-later',
  // Fonts, which are not sold separately.
  'OFL-1.1',
]);

/** Packages whose package.json names no license, or that this machine does not install. Reviewed for this version only. */
const reviewedPackages = new Map([
  ['combine-errors@3.0.3', 'MIT'],
  ...[
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'wasm32-wasi',
    'win32-arm64-msvc',
    'win32-x64-msvc',
  ].map((platform): [string, string] => [`@tailwindcss/oxide-${platform}@4.3.5`, 'MIT']),
]);

export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}
export type Lock = Record<string, LockedPackage>;

interface Manifest {
  license?: string | { type: string };
  licenses?: { type: string }[];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const packagesOf = (lock: Lock) =>
  Object.entries(lock).flatMap(([path, { version = '', ...rest }]) =>
    path === '' || rest.link ? [] : [{ path, name: nameOf(path), version, ...rest }],
  );

export function checkVersions(lock: Lock): string[] {
  return packagesOf(lock).flatMap(({ path, name, version }) => {
    const [floor, reason] = floors[name] ?? [];
    const tooOld = floor && !gte(version, floor) ? [`${path} ${version} is below ${floor} (${reason})`] : [];
    return [
      ...tooOld,
      ...refused.filter(([pattern]) => pattern.test(name)).map(([, why]) => `${path} is refused: ${why}`),
    ];
  });
}

/** Whether an SPDX expression without nesting leaves us a choice of reviewed licenses only. */
export function isReviewed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((license) => reviewedLicenses.has(license.trim())));
}

function licenseIn({ license, licenses }: Manifest): string | undefined {
  const named = typeof license === 'string' ? license : license?.type;
  return named ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** Checks the packages that the product ships. `manifestOf` reads the package.json of an installed package. */
export function checkLicenses(lock: Lock, manifestOf: (path: string) => Manifest | undefined): string[] {
  return packagesOf(lock).flatMap(({ path, name, version, dev, license: locked }) => {
    if (dev) return [];
    const manifest = manifestOf(path);
    const license = (manifest && licenseIn(manifest)) ?? locked ?? reviewedPackages.get(`${name}@${version}`);
    if (!license)
      return [`${path} ${version} names no license: read its files, then add it to scripts/check-dependencies.ts`];
    return isReviewed(license) ? [] : [`${path} ${version} has the unknown license ${license}`];
  });
}

function readManifest(path: string): Manifest | undefined {
  const file = `${path}/package.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const readLock = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock }).packages;

if (import.meta.main) {
  const lock = readLock('package-lock.json');
  // The generator of the documentation ships nothing.
  const versions = [lock, readLock('site/package-lock.json')].flatMap(checkVersions);
  const findings = [...versions, ...checkLicenses(lock, readManifest)];
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
