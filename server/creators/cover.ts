import type { AppError } from '#contract/app-error.ts';
import { type CreatorCover, coverAltForm } from '#contract/creators/creator-cover.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { storeImage } from '#server/media/store-image.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type CoverRow, findCover, lockCover, saveCover } from './covers.sql.ts';

const noProfile = (): AppError => appError('not_found', { message: () => t`You have no creator profile.` });
const viewOf = ({ coverUrl, coverAlt }: CoverRow): CreatorCover => ({
  url: coverUrl,
  alt: coverUrl === null ? '' : coverAlt,
});

/** Reads the actor's own cover picture. Throws not_found without a profile. */
export async function readCover(context: Platform, actor: Actor): Promise<CreatorCover> {
  const row = await findCover(context.db.sql, actor.userId);
  if (!row) throw noProfile();
  return viewOf(row);
}

/**
 * Sets the uploaded picture as the cover of the actor's profile and deletes the previous one. Throws not_found without a profile,
 * validation_failed, image_too_large, image_type, image_unreadable, insufficient_storage.
 */
export async function setCover(
  context: Platform,
  actor: Actor,
  request: Pick<RequestContext, 'readForm'>,
): Promise<CreatorCover> {
  await context.limits.limiter('covers', { points: 60, perMs: 60 * 60_000 }).consume(actor.userId);
  const form = await request.readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
  const file = form.files.find(({ field, data }) => field === 'cover' && data.length > 0);
  if (!file)
    throw appError('validation_failed', {
      message: () => t`Choose a picture.`,
      fields: { cover: () => t`Choose a picture.` },
    });
  const { alt } = parseValue(coverAltForm, { alt: form.fields.alt ?? '' });
  await readCover(context, actor);
  const { url } = await storeImage(context, { ownerId: actor.userId, data: file.data });
  return replaceCover(context, actor, { url, alt });
}

/** Removes the cover of the actor's profile and deletes the picture. Throws not_found without a profile. */
export async function removeCover(context: Platform, actor: Actor): Promise<CreatorCover> {
  return replaceCover(context, actor, { url: null, alt: '' });
}

/** Changes the description of the actor's cover. Throws not_found without a profile or a cover. */
export async function describeCover(context: Platform, actor: Actor, alt: string): Promise<CreatorCover> {
  return context.db.tx(async (tx) => {
    const before = await lockCover(tx, actor.userId);
    if (!before) throw noProfile();
    if (before.coverUrl === null) throw appError('not_found', { message: () => t`You have no cover picture.` });
    await saveCover(tx, before.profileId, { url: before.coverUrl, alt });
    return { url: before.coverUrl, alt };
  });
}

async function replaceCover(context: Platform, actor: Actor, cover: CreatorCover): Promise<CreatorCover> {
  return context.db.tx(async (tx) => {
    const before = await lockCover(tx, actor.userId);
    if (!before) throw noProfile();
    await saveCover(tx, before.profileId, cover);
    if (before.coverUrl) await removeImage(context, tx, before.coverUrl);
    return cover;
  });
}
