import type { Files } from '#server/platform/data/files.ts';

/** Less than the page waits for a check, so that the line can say what to do. */
const answersWithinMs = 3000;

/** Whether S3 lists the bucket in time. A missing bucket and wrong keys count as no answer; the log has the reason. */
export async function doesBucketAnswer(files: Pick<Files, 'list'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answersWithinMs);
  });
  try {
    return await Promise.race([listsFiles(files), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lists the folder of `doctor`, which is nearly always empty. */
async function listsFiles(files: Pick<Files, 'list'>): Promise<boolean> {
  try {
    for await (const _file of files.list('doctor')) break;
    return true;
  } catch {
    return false;
  }
}
