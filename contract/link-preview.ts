import { z } from 'zod';
import { linkPreviewLimits } from '#contract/limits.ts';
import { endpoint } from './endpoint.ts';

export const linkPreview = z.object({
  /** The host after redirects, not the name that the page gives itself. */
  site: z.string(),
  /** Plain text on one line, like the description. Render it as text, never as HTML. */
  title: z.string(),
  description: z.string().nullable(),
  /** A URL on another server. Show it through `/api/image-proxy`. */
  image: z.string().nullable(),
});
export type LinkPreview = z.infer<typeof linkPreview>;

/** Null for pages without metadata, unreachable pages and forbidden addresses. The response does not reveal which. */
export const getLinkPreview = endpoint({
  method: 'GET',
  path: '/api/link-preview',
  summary: 'Get the title, description and picture of a linked page, fetched by this server and cached for some hours',
  who: 'user',
  query: z.object({ url: z.string().min(1).max(linkPreviewLimits.url) }),
  output: z.object({ preview: linkPreview.nullable() }),
});
