import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changelogOf, releaseNotes } from './release-notes.ts';

const changelog = `# Changelog

## Unreleased

### Added
- Not released yet.

## 1.2.0 (2027-03-01)

### Changed
- **Operators:** set \`PUBLIC_URL\`.

### Fixed
- A race.

## 1.1.0

- The first one.

## 1.0.1
`;
const release = { tag: 'v1.2.0', version: '1.2.0', changelog };

describe('the notes of a release', () => {
  it('are its section of the changelog, without the heading and other versions', () => {
    expect(releaseNotes(release)).toBe('### Changed\n- **Operators:** set `PUBLIC_URL`.\n\n### Fixed\n- A race.');
    expect(releaseNotes({ ...release, tag: 'v1.1.0', version: '1.1.0' })).toBe('- The first one.');
  });

  it.each([
    ['a tag of another version', { tag: 'v1.1.0' }, 'The tag is v1.1.0, but package.json has version 1.2.0.'],
    ['a tag without v', { tag: '1.2.0' }, '"1.2.0" is not a tag of a release, such as v1.2.0.'],
    ['a branch', { tag: 'main' }, '"main" is not a tag'],
    ['no tag', { tag: '' }, '"" is not a tag'],
    ['a version without a heading', { tag: 'v1.2.1', version: '1.2.1' }, 'CHANGELOG.md has no heading "## 1.2.1".'],
    ['the beginning of a version', { tag: 'v1.2.10', version: '1.2.10' }, 'CHANGELOG.md has no heading'],
    ['a version without entries', { tag: 'v1.0.1', version: '1.0.1' }, 'CHANGELOG.md has no entries for 1.0.1.'],
  ])('are refused for %s', (_name, change, message) => {
    expect(() => releaseNotes({ ...release, ...change })).toThrow(message);
  });

  it('can be read from the real changelog', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8');
    const [, newest = ''] = /^## (\S+)/m.exec(text) ?? [];
    expect(changelogOf(newest, text)).toMatch(/^### \w+\n- /);
  });
});
