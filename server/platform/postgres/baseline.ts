/** The first migration. It replaces those up to commit 73b05350; the second one replaces those up to the first release. */
export const baseline = '0001_baseline.sql';
const firstRelease = '0002_first_release.sql';

const earlierBegin = '0001_start.sql';
/** The number of the last earlier migration that each file replaces. */
const earlierEnds = { baseline: 128, firstRelease: 198 };

/**
 * The migrations that replace those of a database or backup from before the first release. Undefined for one of a later version. Throws if
 * another version has to migrate it first.
 */
export function replacementsOf(names: readonly string[]): string[] | undefined {
  if (!names.includes(earlierBegin)) return undefined;
  const last = Math.max(...names.map((name) => Number.parseInt(name, 10)));
  if (last === earlierEnds.firstRelease) return [baseline, firstRelease];
  if (last === earlierEnds.baseline) return [baseline];
  const commit = last > earlierEnds.baseline ? '7afffb1e' : '73b05350';
  throw new Error(`This data is of a version before 1.0. Start commit ${commit} with it once, then this version.`);
}
