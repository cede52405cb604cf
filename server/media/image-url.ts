/** Pixel widths of the stored copies. A URL selects a variant with `-400` or `-800` before its extension. */
export const imageWidths = { full: 1600, variants: [800, 400] } as const;

/** Pixel size of a stored avatar, sharp at the largest display size on dense screens. */
export const avatarPx = 384;

const prefix = '/media/images/';

/** Returns the URL path of a stored picture. The key is `images.key`. */
export const imageUrl = (key: string) => `${prefix}${key}.webp`;

const addressPattern = /^([0-9a-f]{32})(?:-(400|800))?\.webp$/;

/** Parses the last segment of a picture URL. Returns undefined if it has another format. */
export function parseImageFile(file: string): { key: string; width: number | null } | undefined {
  const match = addressPattern.exec(file);
  if (!match?.[1]) return undefined;
  return { key: match[1], width: match[2] ? Number(match[2]) : null };
}

/** Returns the file key of a picture. */
export const imageFileKey = (key: string, width: number | null = null) =>
  `images/${key.slice(0, 2)}/${key}${width ? `-${width}` : ''}.webp`;

/** Returns the file key of a picture's AVIF copy, which may not exist. */
export const avifFileKey = (key: string, width: number | null = null) =>
  `avif/${key.slice(0, 2)}/${key}${width ? `-${width}` : ''}.avif`;

/** Returns the key of the picture that a file belongs to, or undefined for another file. */
export const imageKeyOfFile = (fileKey: string): string | undefined =>
  /^(?:images|avif)\/[0-9a-f]{2}\/([0-9a-f]{32})(?:-(?:400|800))?\.(?:webp|avif)$/.exec(fileKey)?.[1];

/** Returns the file keys of all copies that a picture may have. */
export const imageFileKeys = (key: string): string[] =>
  [null, ...imageWidths.variants].flatMap((width) => [imageFileKey(key, width), avifFileKey(key, width)]);

/** Returns the key of a picture by its URL path, or undefined for another URL. */
export function imageKeyOf(url: string): string | undefined {
  return url.startsWith(prefix) ? parseImageFile(url.slice(prefix.length))?.key : undefined;
}
