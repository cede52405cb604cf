import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { tidyText, visibleWork } from '#contract/values/tidy-text.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byUuid, pool, reasonBody } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

export const contentFile = z.object({
  id: uuid,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  kind: z.enum(['image', 'video', 'audio', 'captions', 'document', 'other']),
  url: z.string(),
  previewUrl: z.string().nullable(),
  /** Null unless the creator's browser could measure the file. */
  durationMs: z.number().int().nullable(),
  /** The loudness of equal parts of an audio file, from 0 to 100. */
  peaks: z.array(z.number().int()).nullable(),
  /** The creator shows the file to everyone once the pool is completed. */
  public: z.boolean(),
});
export type ContentFile = z.infer<typeof contentFile>;

export const claimStatuses = ['pending', 'approved', 'rejected'] as const;
export const claimStatus = z.enum(claimStatuses);

export const deliveredContent = z.object({
  claimId: uuid,
  status: claimStatus,
  note: z.string(),
  text: z.string().nullable(),
  links: z.array(z.string()),
  files: z.array(contentFile),
  submittedAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  /** The admin's reason for sending it back. Only the creator and admins see a rejected delivery. */
  reason: z.string().nullable(),
});
export type DeliveredContent = z.infer<typeof deliveredContent>;

const link = z
  .string()
  .trim()
  .max(1000)
  .regex(/^https?:\/\/[^\s]+$/i, { error: () => t`Please enter valid URLs (must start with http:// or https://)` });

export const submitContent = endpoint({
  method: 'POST',
  path: '/api/pools/:id/content',
  summary: 'Submit a delivery, as the creator: a note and at least one file, text or link',
  who: 'user',
  params: byUuid,
  body: z.object({
    note: z.string().overwrite(tidyText).max(limits.deliveryNote).default(''),
    text: z.string().overwrite(visibleWork).max(limits.deliveryText).optional(),
    links: z.array(link).max(limits.deliveryLinks).optional(),
    uploadIds: z.array(z.string().min(1).max(100)).max(limits.deliveryFiles).optional(),
  }),
  output: pool,
  status: 201,
  errors: [
    'not_your_request',
    'delivery_empty',
    'upload_incomplete',
    'upload_quota',
    'pool_state',
    'pool_frozen',
    'performer_records_required',
    'performer_records_closed',
  ],
});
export const getContent = endpoint({
  method: 'GET',
  path: '/api/pools/:id/content',
  summary: 'Get the delivery; for contributors, the creator and admins',
  who: 'user',
  params: byUuid,
  output: z.object({
    deliveries: z.array(deliveredContent),
    /** A delivery is disabled after a copyright notice. While it is disabled, fans cannot read it. */
    withheld: z.boolean(),
    /** The reader has an open objection to the delivery. */
    objected: z.boolean(),
  }),
  errors: ['content_locked'],
});
export const objectToDelivery = endpoint({
  method: 'POST',
  path: '/api/pools/:id/objections',
  summary: 'Object to a delivery in the quiet period, as a contributor',
  who: 'user',
  params: byUuid,
  body: reasonBody,
  output: z.object({ id: uuid, status: z.enum(['open', 'upheld', 'dismissed']) }),
  status: 201,
  errors: ['content_locked', 'objection_closed', 'claim_exists'],
});

export const describeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/details',
  summary:
    'Store the length, waveform and a frame of my complete upload, which my browser measured; only the first call counts',
  who: 'creator',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{48}$/) }),
  body: z.object({
    durationMs: z.number().int().min(1).max(limits.mediaDurationMs),
    peaks: z.array(z.number().int().min(0).max(100)).min(1).max(limits.waveformPeaks).optional(),
    /** A frame of a video: png, jpeg or webp in Base64. */
    poster: z.base64().max(limits.posterBase64).optional(),
  }),
  output: z.object({ stored: z.boolean() }),
  errors: ['image_type', 'image_too_many_pixels', 'image_unreadable'],
});

/** The URL of a delivered file. The route is raw (Range requests); browser and server build its URL here. */
export const contentFileUrl = (id: string) => `/api/content-files/${id}`;
export const contentPreviewUrl = (id: string) => `/api/content-files/${id}/preview`;
/** The resumable upload endpoint (tus 1.0). */
export const uploadsPath = '/api/uploads';
