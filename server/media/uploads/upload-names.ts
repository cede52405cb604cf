const maxNameLength = 200;
/** Bounds the work. The end of the name has the extension. */
const maxGivenLength = 1000;

/** Returns a file name that is safe to show and to save: the last path segment without control, formatting and reserved characters. */
export function safeFileName(given: string | null | undefined): string {
  const last = (given ?? '').split(/[\\/]/).at(-1)?.slice(-maxGivenLength).normalize('NFC') ?? '';
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return shorten(name) || 'file';
}

/** Shortens a name but keeps its extension. */
function shorten(name: string): string {
  if (name.length <= maxNameLength) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return name.slice(0, maxNameLength - ending.length) + ending;
}

export function safeContentType(given: string | null | undefined): string {
  const type = (given ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/.test(type)
    ? type
    : 'application/octet-stream';
}

/** Returns a Content-Disposition header (RFC 6266, RFC 5987): an ASCII name for old clients, UTF-8 for the others. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** `KEY.s3-info` names the multipart upload of an unfinished file. */
export const infoSuffix = '.s3-info';
/** `KEY.s3-tail` holds the bytes at the end of an unfinished file that are too few for a part of S3. */
export const tailSuffix = '.s3-tail';
