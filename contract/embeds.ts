import { inThisLanguage } from './sharing.ts';

/** The small page of a pool that other sites may embed in a frame. */
export const embedSize = { width: 480, height: 320 } as const;

/** Without a theme, the frame follows the reader's device. */
export const embedThemes = ['light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

export const poolEmbedPath = (poolId: string, theme?: EmbedTheme | undefined) => {
  const path = inThisLanguage(`/embed/pool/${poolId}`);
  return theme ? `${path}${path.includes('?') ? '&' : '?'}theme=${theme}` : path;
};

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Frame {
  /** With the origin. */
  src: string;
  title: string;
  width?: number;
  height?: number;
}

/** The HTML with which another site shows the frame, no wider than its column. */
export function embedCode({ src, title, width = embedSize.width, height = embedSize.height }: Frame): string {
  // Beside a page of another color scheme, browsers fill the frame behind its round corners.
  const style = 'border:0;border-radius:18px;max-width:100%';
  return `<iframe src="${attribute(src)}" width="${width}" height="${height}" title="${attribute(title)}" loading="lazy" style="${style}"></iframe>`;
}
