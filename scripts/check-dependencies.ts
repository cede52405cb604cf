import { execFileSync } from 'node:child_process';

/**
 * Selectors of `npm query` for packages that we do not use, also indirectly and for development: versions below the one with the fix of
 * an advisory, and packages that we refuse in any version.
 */
const refused = [
  // CVE-2026-19484, CVE-2026-19481: a request can stop the process.
  below('@fastify/busboy', '3.2.1'),
  // CVE-2026-102599: a request can stop the process.
  below('engine.io', '6.6.10'),
  // CVE-2026-77078: a request can stop the process.
  below('multer', '2.3.0'),
  // The security releases of July 2026.
  below('node', '24.18.0'),
  // CVE-2026-90776, SMTP injections.
  below('nodemailer', '10.0.5'),
  // CVE-2026-22029, CVE-2026-40181: scripts and open redirects.
  below('react-router', '7.14.1'),
  // GHSA-f88m-g3jw-g9cj: decoders of libvips.
  below('sharp', '0.35.0'),
  // CVE-2026-69185: a packet can take all memory.
  below('socket.io-parser', '4.2.7'),
  // CVE-2026-48779: a connection can take all memory.
  below('ws', '8.21.0'),
  // CVE-2025-55182: we have no server components.
  '[name^="react-server-dom-"]',
  // CVE-2026-112362: skips middleware of a path; authorize in the route.
  '[name="@fastify/express"]',
  // These have misjudged addresses; use net.BlockList, as server/platform/network does.
  '[name="ip"], [name="ip-address"], [name="private-ip"]',
];

/** Licenses that an MIT-licensed product may ship, as package-lock.json has them. */
const reviewedLicenses = [
  // These ask only to be named.
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Unlicense'],
  ...['(MIT OR Apache-2.0)', '(MIT OR CC0-1.0)', 'MIT AND ISC AND BSD-3-Clause'],
  // lightningcss: only changes to its own files must be published.
  'MPL-2.0',
  // libvips, a separate library that sharp loads and that anyone can replace.
  ...['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  // Fonts, which are not sold separately.
  'OFL-1.1',
];

/** Reviewed for this version only. Where the entry names no license, the files name MIT. */
const reviewedPackages = [
  ...['combine-errors@3.0.3', 'xmlhttprequest-ssl@2.1.2'],
  // CC-BY-4.0: a table of browsers for the Babel plugin of Lingui. Nothing runs or ships it.
  'caniuse-lite@1.0.30001828',
];
const reviewedPlatforms = '[name^="@tailwindcss/oxide-"]:semver(4.3.5)';

function below(name: string, version: string): string {
  // Also prereleases, which a range like <1.2.3 leaves out.
  return `[name="${name}"]:semver([version], ${version}, lt)`;
}

/** An npm below 10, as Node 20.0 brings it, finds nothing in package-lock.json. */
export const npmReadsLockfile = Number(execFileSync('npm', ['--version'], { encoding: 'utf8' }).split('.')[0]) >= 10;

/** Finds packages in the lockfile of a folder by a selector. Installs and downloads nothing. */
function findPackages(folder: string, selector: string): string[] {
  const args = ['query', '--package-lock-only', selector];
  return (JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })) as { pkgid: string }[]).map(
    ({ pkgid }) => pkgid,
  );
}

export const findRefused = (folder: string): string[] => findPackages(folder, refused.join(', '));

/** The packages that the product ships under other licenses. */
export function findOtherLicenses(folder: string): string[] {
  const licenses = reviewedLicenses.map((license) => `[license="${license}"]`);
  return findPackages(folder, `.prod:not(${[...licenses, reviewedPlatforms].join(', ')})`);
}

if (import.meta.main && !npmReadsLockfile) console.log('dependencies are not checked: this needs npm 10 or newer');
else if (import.meta.main) {
  const others = findOtherLicenses('.');
  const findings = [
    // The generator of the documentation ships nothing.
    ...['.', 'site'].flatMap(findRefused).map((id) => `${id} is refused in scripts/check-dependencies.ts`),
    ...others.filter((id) => !reviewedPackages.includes(id)).map((id) => `no one has reviewed the license of ${id}`),
    ...reviewedPackages
      .filter((id) => !others.includes(id))
      .map((id) => `npm does not find ${id}: remove it from the list`),
  ];
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
