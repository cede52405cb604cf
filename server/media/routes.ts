import { describeUpload as describeUploadCall } from '#contract/delivery.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { getLinkPreview } from '#contract/link-preview.ts';
import { uploadImage } from '#contract/media.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createLinkPreviews } from './link-previews.ts';
import { storeImage } from './store-image.ts';
import { describeUpload } from './uploads/describe-upload.ts';

export function mediaRoutes(context: Platform): Route[] {
  const perPerson = context.limits.limiter('images', { points: 120, perMs: 60 * 60 * 1000 });
  const descriptions = context.limits.limiter('upload details', { points: 300, perMs: 60 * 60 * 1000 });
  const preview = createLinkPreviews(context);
  const previewsPerPerson = context.limits.limiter('link previews', { points: 120, perMs: 60_000 });
  return [
    route(uploadImage, async (_input, request) => {
      const { userId } = signedIn(request);
      await perPerson.consume(userId);
      const form = await request.readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
      const file = form.files.find(({ field }) => field === 'file');
      if (!file)
        throw appError('validation_failed', {
          message: () => t`Choose a picture.`,
          fields: { file: () => t`Choose a picture.` },
        });
      return storeImage(context, { ownerId: userId, data: file.data });
    }),
    route(describeUploadCall, async ({ params, body }, request) => {
      const { userId } = signedIn(request);
      await descriptions.consume(userId);
      return describeUpload(context, { id: params.id, ownerId: userId }, body);
    }),
    route(getLinkPreview, async ({ query }, request) => {
      const { userId } = signedIn(request);
      return { preview: await preview(query.url, () => previewsPerPerson.consume(userId)) };
    }),
  ];
}
