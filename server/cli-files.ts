import { readConfig } from '#server/platform/config/config.ts';
import { type CopyReport, copyFiles } from '#server/platform/data/copy-files.ts';
import { diskFilesOf, openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { infoSuffix, tailSuffix } from './media/uploads/upload-names.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const log = createLogger('warn', { write: (line) => process.stderr.write(line) });

/** Bytes of unfinished uploads have another form in the other place, and such an upload starts again there. */
const isUnfinished = (key: string) => ['.part', infoSuffix, tailSuffix].some((suffix) => key.endsWith(suffix));

/** `copy-files to-s3|to-disk [--verify] [--remove-extra]`. Needs no database. Returns the exit code. */
export async function runCopyFiles([direction = '', ...options]: readonly string[]): Promise<number> {
  const flags = ['--verify', '--remove-extra'];
  if (!['to-s3', 'to-disk'].includes(direction) || options.some((option) => !flags.includes(option))) {
    process.stderr.write('Use: copy-files to-s3 or copy-files to-disk, with --verify, --remove-extra or both\n');
    return 2;
  }
  const config = readConfig();
  if (!config.s3) {
    process.stderr.write('Set S3_ENDPOINT and the other S3_ settings for this command.\n');
    return 2;
  }
  const disk = diskFilesOf(config);
  const bucket = openFiles(config, log);
  const [from, to] = direction === 'to-s3' ? [disk, bucket] : [bucket, disk];
  const removeExtra = options.includes('--remove-extra');
  const report = await copyFiles(from, to, {
    isLeftOut: isUnfinished,
    verify: options.includes('--verify'),
    removeExtra,
  });
  reportCopy(report, removeExtra);
  return report.differing.length === 0 ? 0 : 1;
}

function reportCopy({ copied, copiedBytes, kept, differing, extra }: CopyReport, removeExtra: boolean): void {
  say(`Copied ${copied} files with ${(copiedBytes / 1e6).toFixed(1)} MB and read each one back; ${kept} were there.`);
  for (const key of differing) say(`FAIL ${key} has other bytes in the two places.`);
  if (extra === 0) return;
  if (removeExtra && differing.length === 0) say(`Deleted ${extra} files that the source does not have.`);
  else say(`${extra} files are not in the source; --remove-extra deletes them.`);
}
