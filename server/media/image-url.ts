/** Widths that are kept beside the full picture; `-400` or `-800` before the ending asks for one. */
export const imageWidths = { full: 1600, variants: [800, 400] } as const;

/** The address of a stored picture by its key (`images.key`). */
export const imageUrl = (key: string) => `/media/images/${key}.webp`;

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
