/** Widths that are kept beside the full picture; `-400` or `-800` before the ending asks for one. */
export const imageWidths = { full: 1600, variants: [800, 400] } as const;

/** The largest avatar on a screen with two pixels for one, and four. */
export const avatarPx = 384;

const prefix = '/media/images/';

/** The address of a stored picture by its key (`images.key`). */
export const imageUrl = (key: string) => `${prefix}${key}.webp`;

const addressPattern = /^([0-9a-f]{32})(?:-(400|800))?\.webp$/;

/** Reads back the last part of an address; undefined where it cannot be one of ours. */
export function parseImageFile(file: string): { key: string; width: number | null } | undefined {
  const match = addressPattern.exec(file);
  if (!match?.[1]) return undefined;
  return { key: match[1], width: match[2] ? Number(match[2]) : null };
}

/** Where a picture lies in the file store. */
export const imageFileKey = (key: string, width: number | null = null) =>
  `images/${key.slice(0, 2)}/${key}${width ? `-${width}` : ''}.webp`;

/** Where its AVIF copy lies, if there is one. */
export const avifFileKey = (key: string, width: number | null = null) =>
  `avif/${key.slice(0, 2)}/${key}${width ? `-${width}` : ''}.avif`;

/** Everything that may lie there for one picture. */
export const imageFileKeys = (key: string): string[] =>
  [null, ...imageWidths.variants].flatMap((width) => [imageFileKey(key, width), avifFileKey(key, width)]);

/** The key of a picture by its address; undefined where it is not one of ours. */
export function imageKeyOf(url: string): string | undefined {
  return url.startsWith(prefix) ? parseImageFile(url.slice(prefix.length))?.key : undefined;
}
