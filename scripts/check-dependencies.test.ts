import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { checkLicenses, checkVersions, isReviewed, type Lock } from './check-dependencies.ts';

const none = () => undefined;
const real = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }).packages;

describe('versions', () => {
  it.each([
    ['@fastify/busboy', '3.2.0', '3.2.1'],
    ['engine.io', '6.6.9', '6.6.10'],
    ['multer', '2.2.9', '2.3.0'],
    ['node', '24.17.0', '24.18.0'],
    ['nodemailer', '10.0.4', '10.0.5'],
    ['react-router', '7.14.0', '7.14.1'],
    ['sharp', '0.34.5', '0.35.0'],
    ['socket.io-parser', '4.2.6', '4.2.7'],
    ['ws', '8.20.1', '8.21.0'],
  ])('refuse %s %s and accept %s', (name, before, floor) => {
    const locked = (version: string): Lock => ({ '': {}, [`node_modules/${name}`]: { version } });
    expect(checkVersions(locked(before)).join()).toContain(`${before} is below ${floor}`);
    expect(checkVersions(locked(floor))).toEqual([]);
  });

  it('are also checked for packages within packages and for development', () => {
    const lock = { 'node_modules/puppeteer-core/node_modules/ws': { version: '8.0.0', dev: true } };
    expect(checkVersions(lock)).toHaveLength(1);
  });

  it.each(['react-server-dom-webpack', '@fastify/express', 'ip', 'ip-address', 'private-ip'])(
    'of %s are all refused',
    (name) => {
      expect(checkVersions({ [`node_modules/${name}`]: { version: '99.0.0' } }).join()).toContain('is refused');
    },
  );

  it('do not confuse packages with similar names', () => {
    const lock = { 'node_modules/@types/ws': { version: '1.0.0' }, 'node_modules/zip': { version: '1.0.0' } };
    expect(checkVersions(lock)).toEqual([]);
  });
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
])('the license %s is reviewed: %s', (expression, reviewed) => {
  expect(isReviewed(expression)).toBe(reviewed);
});

describe('licenses', () => {
  const lock: Lock = { 'node_modules/a': { version: '1.0.0', license: 'MIT' } };

  it('come from the installed package, else from the lockfile', () => {
    expect(checkLicenses(lock, none)).toEqual([]);
    expect(checkLicenses(lock, () => ({ license: 'GPL-3.0-only' })).join()).toContain('unknown license GPL-3.0-only');
  });

  it('are read in the old forms, too', () => {
    expect(checkLicenses({ 'node_modules/a': { version: '1.0.0' } }, () => ({ licenses: [{ type: 'MIT' }] }))).toEqual(
      [],
    );
    expect(
      checkLicenses({ 'node_modules/a': { version: '1.0.0' } }, () => ({ license: { type: 'EPL-1.0' } })),
    ).toHaveLength(1);
  });

  it('must be named, or reviewed for exactly this version', () => {
    expect(checkLicenses({ 'node_modules/a': { version: '1.0.0' } }, none).join()).toContain('names no license');
    expect(checkLicenses({ 'node_modules/combine-errors': { version: '3.0.3' } }, none)).toEqual([]);
    expect(checkLicenses({ 'node_modules/combine-errors': { version: '3.0.4' } }, none)).toHaveLength(1);
  });

  it('of packages for development do not matter', () => {
    expect(checkLicenses({ 'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only', dev: true } }, none)).toEqual(
      [],
    );
  });
});

test('the lockfile has several hundred packages that the product ships', () => {
  expect(Object.values(real).filter(({ dev }) => !dev).length).toBeGreaterThan(200);
});
