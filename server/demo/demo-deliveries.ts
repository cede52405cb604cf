import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeUpload } from '#server/media/uploads/describe-upload.ts';
import { storeUpload } from '#server/media/uploads/store-upload.ts';
import { projectRoot } from '#server/platform/config/project.ts';
import type { Platform } from '#server/platform/platform.ts';
import details from './deliveries/details.json' with { type: 'json' };

/** A file that a demo creator delivers. `file` is its name in deliveries/, `name` the name that fans see. */
export interface DemoFile {
  file: string;
  name: string;
}

interface DemoDetails {
  durationMs: number;
  peaks?: number[];
  /** The file name of a frame. */
  poster?: string;
}

const types: Record<string, string> = {
  mp3: 'audio/mpeg',
  webm: 'video/webm',
  webp: 'image/webp',
  vtt: 'text/vtt',
  txt: 'text/plain',
};

/** Reads a committed file. `deliveries/README.md` states how they were made. */
const readDemoFile = (file: string): Promise<Buffer> => readFile(join(projectRoot, 'server/demo/deliveries', file));

/** Uploads the files of a delivery as the creator's browser would, and returns the uploads' ids. */
export async function uploadDemoFiles(
  context: Platform,
  { ownerId, poolId, files }: { ownerId: string; poolId: string; files: readonly DemoFile[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, name } of files) {
    const contentType = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const id = await storeUpload(context, { ownerId, poolId, name, contentType, data: await readDemoFile(file) });
    const demoDetails = (details as Record<string, DemoDetails>)[file];
    if (demoDetails) {
      const { durationMs, peaks } = demoDetails;
      const poster = demoDetails.poster ? (await readDemoFile(demoDetails.poster)).toString('base64') : undefined;
      await describeUpload(context, { id, ownerId }, { durationMs, peaks, poster });
    }
    ids.push(id);
  }
  return ids;
}
