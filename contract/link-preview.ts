import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Characters of what a page says of itself; what is longer ends in an ellipsis. */
export const linkPreviewLimits = { title: 200, description: 300, url: 2048 } as const;

export const linkPreview = z.object({
  /** The host where the link ends up, whatever the page calls itself. */
  site: z.string(),
  /** Plain text on one line, like the description: draw it as text. */
  title: z.string(),
  description: z.string().nullable(),
  /** An address on another server: show it by way of `/api/image-proxy`. */
  image: z.string().nullable(),
});
export type LinkPreview = z.infer<typeof linkPreview>;

/** Null for every page that says nothing of itself, cannot be had, or must not be asked: which of these is nobody's to know. */
export const getLinkPreview = endpoint({
  method: 'GET',
  path: '/api/link-preview',
  summary: 'What a page of another server says of itself: fetched by ours, kept for some hours',
  who: 'user',
  query: z.object({ url: z.string().min(1).max(linkPreviewLimits.url) }),
  output: z.object({ preview: linkPreview.nullable() }),
});
