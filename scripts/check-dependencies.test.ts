import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findOtherLicenses, findRefused, npmReadsLockfile } from './check-dependencies.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanfare-dependencies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Locked {
  version: string;
  license?: string;
}

/** Writes a lockfile with these packages. `inner` are those that `outer` depends on. */
function lock(packages: Record<string, Locked>, { dev = false, inner }: { dev?: boolean; inner?: string } = {}) {
  const names = Object.keys(packages).filter((name) => name !== inner);
  const versions = Object.fromEntries(names.map((name) => [name, packages[name]?.version]));
  const root = { name: 'x', version: '1.0.0', license: 'MIT', [dev ? 'devDependencies' : 'dependencies']: versions };
  const entries = Object.entries(packages).map(([name, locked]) =>
    name === inner
      ? [`node_modules/${names[0]}/node_modules/${name}`, { ...locked, dev }]
      : [`node_modules/${name}`, { ...locked, dev, ...(inner && { dependencies: { [inner]: '*' } }) }],
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  const text = { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...Object.fromEntries(entries) } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(text));
  return folder;
}

describe.skipIf(!npmReadsLockfile)('versions', () => {
  const floors = [
    ['@fastify/busboy', '3.2.0', '3.2.1'],
    ['engine.io', '6.6.9', '6.6.10'],
    ['multer', '2.2.9', '2.3.0'],
    ['node', '24.17.0', '24.18.0'],
    ['nodemailer', '10.0.4', '10.0.5'],
    ['react-router', '7.14.0', '7.14.1'],
    ['sharp', '0.34.5', '0.35.0'],
    ['socket.io-parser', '4.2.6', '4.2.7'],
    ['ws', '8.21.0-beta.1', '8.21.0'],
  ] as const;

  it('below the one with a fix are refused, and the fixed ones are not', () => {
    const before = Object.fromEntries(floors.map(([name, version]) => [name, { version }]));
    expect(findRefused(lock(before))).toEqual(floors.map(([name, version]) => `${name}@${version}`));
    expect(findRefused(lock(Object.fromEntries(floors.map(([name, , version]) => [name, { version }]))))).toEqual([]);
  });

  it('are also checked for packages within packages and for development', () => {
    const packages = { 'puppeteer-core': { version: '9.0.0' }, ws: { version: '8.0.0' } };
    expect(findRefused(lock(packages, { dev: true, inner: 'ws' }))).toEqual(['ws@8.0.0']);
  });

  it('of some packages are all refused, and not those of packages with similar names', () => {
    const names = ['@fastify/express', 'ip', 'ip-address', 'private-ip', 'react-server-dom-webpack'];
    const similar = { '@types/ws': { version: '1.0.0' }, zip: { version: '1.0.0' } };
    const packages = Object.fromEntries(names.map((name) => [name, { version: '99.0.0' }]));
    expect(findRefused(lock({ ...packages, ...similar }))).toEqual(names.map((name) => `${name}@99.0.0`));
  });
});

describe.skipIf(!npmReadsLockfile)('licenses', () => {
  const licenses = {
    named: 'MIT',
    choice: '(MIT OR CC0-1.0)',
    all: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    half: 'MIT AND GPL-3.0-only',
    network: 'AGPL-3.0-only',
    file: 'SEE LICENSE IN LICENSE.md',
    closed: 'UNLICENSED',
  };
  const packages = {
    ...Object.fromEntries(Object.entries(licenses).map(([name, license]) => [name, { version: '1.0.0', license }])),
    unnamed: { version: '1.0.0' },
  };

  it('must be named and reviewed', () => {
    const others = ['half', 'network', 'file', 'closed', 'unnamed'].map((name) => `${name}@1.0.0`);
    expect(findOtherLicenses(lock(packages)).toSorted()).toEqual(others.toSorted());
  });

  it('of packages for development do not matter', () => {
    expect(findOtherLicenses(lock(packages, { dev: true }))).toEqual([]);
  });
});
