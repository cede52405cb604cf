import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';

/** A creator's cover picture as its owner sees it, before the age gate as well. */
export const creatorCover = z.object({
  url: z.string().nullable(),
  /** A description of the picture for people who do not see it; empty for a decorative picture or none. */
  alt: z.string(),
});
export type CreatorCover = z.infer<typeof creatorCover>;

export const coverAltForm = z.object({
  alt: z
    .string({ error: () => t`Describe the picture` })
    .overwrite(tidyLine)
    .max(limits.coverAlt, {
      error: () => t`At most ${plural({ max: limits.coverAlt }, { one: '# character', other: '# characters' })}`,
    }),
});

const path = '/api/creator/cover';

export const getCover = endpoint({
  method: 'GET',
  path,
  summary: 'Get my cover picture',
  who: 'creator',
  scope: 'profile:read',
  output: creatorCover,
});
export const setCover = endpoint({
  method: 'POST',
  path,
  summary:
    'Set my cover picture: multipart field `cover`, png, jpeg or webp under 5 MB, re-encoded without metadata; optional field `alt`, its description',
  who: 'creator',
  bodyKind: 'multipart',
  output: creatorCover,
  status: 201,
  errors: ['image_too_large', 'image_type', 'image_too_many_pixels', 'image_unreadable', 'insufficient_storage'],
});
export const describeCover = endpoint({
  method: 'PATCH',
  path,
  summary: 'Change the description of my cover picture',
  who: 'creator',
  body: coverAltForm,
  output: creatorCover,
});
export const removeCover = endpoint({
  method: 'DELETE',
  path,
  summary: 'Remove my cover picture; my page shows a drawing instead',
  who: 'creator',
  output: creatorCover,
});
