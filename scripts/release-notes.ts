import { readFileSync } from 'node:fs';

/**
 * Prints the changelog of a release: `npm run release:notes -- v1.2.3`. Fails unless the tag is the version of package.json and
 * CHANGELOG.md has entries under the heading "## 1.2.3", which may end with a date in parentheses. The release workflow uses the output
 * as the text of the release.
 */

/** The text under the heading of this version, without the heading. */
export function changelogOf(version: string, changelog: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\S+/.exec(text)?.[0] === version);
  return section?.slice(section.indexOf('\n')).trim();
}

interface Release {
  tag: string;
  /** The version of package.json. */
  version: string;
  changelog: string;
}

/** The notes of a release. Throws an error that says what to correct. */
export function releaseNotes({ tag, version, changelog }: Release): string {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new Error(`"${tag}" is not a tag of a release, such as v${version}.`);
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const notes = changelogOf(version, changelog);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version}".`);
  if (notes === '') throw new Error(`CHANGELOG.md has no entries for ${version}.`);
  return notes;
}

if (import.meta.main) {
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    console.log(releaseNotes({ tag: process.argv[2] ?? '', version, changelog: readFileSync('CHANGELOG.md', 'utf8') }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
