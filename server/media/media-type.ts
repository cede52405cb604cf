import { lazy } from '#server/platform/concurrency/lazy.ts';

const openDetector = lazy(() => import('file-type'));

/** How many bytes from the start of a file decide about its type. */
export const mediaHeadBytes = 64 * 1024;

/** Other names of types, in browsers and operating systems, and the name under which every browser plays them. */
const canonicalNames: Record<string, string> = {
  'audio/aacp': 'audio/aac',
  'audio/x-aac': 'audio/aac',
  'audio/x-hx-aac-adts': 'audio/aac',
  'audio/vnd.dlna.adts': 'audio/aac',
  'audio/m4a': 'audio/mp4',
  'audio/m4b': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-m4b': 'audio/mp4',
  'audio/mp4a-latm': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/mpg': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-mpeg-3': 'audio/mpeg',
  'audio/opus': 'audio/ogg',
  'audio/vorbis': 'audio/ogg',
  'audio/x-ogg': 'audio/ogg',
  'audio/x-vorbis+ogg': 'audio/ogg',
  'audio/x-opus+ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/x-pn-wav': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-aiff': 'audio/aiff',
  'audio/matroska': 'audio/x-matroska',
  'video/m4v': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/mpeg4': 'video/mp4',
  'video/x-quicktime': 'video/quicktime',
  'video/matroska': 'video/x-matroska',
  'video/x-webm': 'video/webm',
  'video/x-ogg': 'video/ogg',
  'image/jpg': 'image/jpeg',
  'image/jpe': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/jfif': 'image/jpeg',
  'image/apng': 'image/png',
  'image/vnd.mozilla.apng': 'image/png',
  'image/x-png': 'image/png',
  'image/x-webp': 'image/webp',
};

/** The types of common recordings by the ending of the name, for files whose bytes and declared type say nothing. */
const typesOfEndings: Record<string, string> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'video/webm',
};

/** The audio type of containers that hold sound or pictures. */
const audioTypes: Record<string, string> = {
  'video/mp4': 'audio/mp4',
  'video/ogg': 'audio/ogg',
  'video/webm': 'audio/webm',
  'video/x-matroska': 'audio/x-matroska',
};

const unknownType = 'application/octet-stream';

function canonicalName(type: string): string {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return canonicalNames[name] ?? name;
}

const isMedia = (type: string) => /^(?:audio|image|video)\//.test(type);
const endingOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Decides the type of an uploaded file by its first bytes (`head`, at most `mediaHeadBytes`), because browsers send other names for one
 * type, or none. Unknown bytes keep the declared type under its usual name; without one, the ending of the name decides. A file that
 * claims to be a recording or a picture and has the bytes of something else gets the type of its bytes.
 */
export async function mediaTypeOf(head: Uint8Array, declared: string, name: string): Promise<string> {
  const claimed = canonicalName(declared);
  const found = await detect(head);
  if (!found) return claimed === unknownType ? (typesOfEndings[endingOf(name)] ?? claimed) : claimed;
  if (!isMedia(found)) return isMedia(claimed) || claimed === unknownType ? found : claimed;
  // These bytes name a container. The sender knows whether it holds only sound.
  const isSound = claimed.startsWith('audio/') || /^(?:m4a|m4b|mka|oga|opus|weba)$/.test(endingOf(name));
  return (isSound ? audioTypes[found] : undefined) ?? found;
}

async function detect(head: Uint8Array): Promise<string | undefined> {
  if (head.length === 0) return undefined;
  const { fileTypeFromBuffer } = await openDetector();
  const found = await fileTypeFromBuffer(head);
  return found ? canonicalName(found.mime) : undefined;
}
