import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './values/field-schemas.ts';

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/images',
  summary: 'Store a picture: multipart field `file`, png, jpeg or webp under 5 MB; re-encoded without metadata',
  who: 'user',
  bodyKind: 'multipart',
  output: z.object({ id: uuid, url: z.string(), width: z.number().int(), height: z.number().int() }),
  status: 201,
  errors: ['image_too_large', 'image_type', 'image_too_many_pixels', 'image_unreadable', 'insufficient_storage'],
});
