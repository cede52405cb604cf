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

export const unknownType = 'application/octet-stream';

export function canonicalName(type: string): string {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return canonicalNames[name] ?? name;
}

export const endingOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type of a file whose bytes say nothing: the declared one under its usual name, or that of the ending of its name. */
export function declaredType(declared: string, name: string): string {
  const claimed = canonicalName(declared);
  return claimed === unknownType ? (typesOfEndings[endingOf(name)] ?? claimed) : claimed;
}
