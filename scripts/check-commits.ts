import { execFileSync } from 'node:child_process';

/** Subjects of older commits are history: only the commits after this one are checked. */
const firstUnchecked = '467a3da';
const maxLength = 72;

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Commits between `base` and HEAD whose subject is too long; undefined without that history (an archive, a shallow clone). */
export function findLongSubjects(folder: string, base: string): string[] | undefined {
  let log: string;
  try {
    git(folder, 'merge-base', '--is-ancestor', base, 'HEAD');
    log = git(folder, 'log', '--no-merges', '--format=%h %s', `${base}..HEAD`);
  } catch {
    return undefined;
  }
  return log.split('\n').filter((line) => [...line.slice(line.indexOf(' ') + 1)].length > maxLength);
}

if (import.meta.main) {
  const long = findLongSubjects('.', firstUnchecked);
  if (!long) console.log(`Not checked: commit ${firstUnchecked} is not in this copy's history.`);
  for (const commit of long ?? []) console.error(`${commit}\n  Shorten the subject to ${maxLength} characters.`);
  process.exitCode = long?.length ? 1 : 0;
}
