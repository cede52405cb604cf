import { canonicalName, declaredType, endingOf, unknownType } from '#contract/media-names.ts';
import { lazy } from '#server/platform/concurrency/single-flight.ts';

const openDetector = lazy(() => import('file-type'));

/** How many bytes from the start of a file decide about its type. */
export const mediaHeadBytes = 64 * 1024;

/** The audio type of containers that hold sound or pictures. */
const audioTypes: Record<string, string> = {
  'video/mp4': 'audio/mp4',
  'video/ogg': 'audio/ogg',
  'video/webm': 'audio/webm',
  'video/x-matroska': 'audio/x-matroska',
};

const isMedia = (type: string) => /^(?:audio|image|video)\//.test(type);

/**
 * Decides the type of an uploaded file by its first bytes (`head`, at most `mediaHeadBytes`), because browsers send other names for one
 * type, or none. Unknown bytes keep the declared type under its usual name; without one, the ending of the name decides. A file that
 * claims to be a recording or a picture and has the bytes of something else gets the type of its bytes.
 */
export async function mediaTypeOf(head: Uint8Array, declared: string, name: string): Promise<string> {
  const claimed = canonicalName(declared);
  const fileType = await detect(head);
  if (!fileType) return declaredType(declared, name);
  if (!isMedia(fileType)) return isMedia(claimed) || claimed === unknownType ? fileType : claimed;
  // These bytes name a container. The sender knows whether it holds only sound.
  const isSound = claimed.startsWith('audio/') || /^(?:m4a|m4b|mka|oga|opus|weba)$/.test(endingOf(name));
  return (isSound ? audioTypes[fileType] : undefined) ?? fileType;
}

async function detect(head: Uint8Array): Promise<string | undefined> {
  if (head.length === 0) return undefined;
  const { fileTypeFromBuffer } = await openDetector();
  const fileType = await fileTypeFromBuffer(head);
  return fileType ? canonicalName(fileType.mime) : undefined;
}
