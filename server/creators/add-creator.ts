import type { z } from 'zod';
import { addCreatorForm, type CreatorProfile } from '#contract/creators/creators.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { refuseReservedName } from '#server/accounts/reserved-names.ts';
import { storeImage } from '#server/media/store-image.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findCategoryId, findCreatorByUsername, insertUnclaimedProfile } from './creators.sql.ts';
import { reportImitation } from './imitations.ts';
import { recordLinks } from './links.sql.ts';
import { nameKey } from './name-key.ts';
import { readCreator } from './read-creator.ts';
import { isRemoved } from './removals.sql.ts';

/**
 * Any user adds an unclaimed profile of a creator. Throws `validation_failed`, `creator_username_taken`, `creator_removed`,
 * `image_too_large`, `image_type`, `image_unreadable`.
 */
export async function addCreator(
  context: Platform,
  actor: Actor,
  request: Pick<RequestContext, 'readForm'>,
): Promise<CreatorProfile> {
  await context.limits.limiter('add-creator', { points: 120, perMs: 60 * 60_000 }).consume(actor.userId);
  const form = await request.readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
  const fields = fieldsOf(form.fields);
  refuseReservedName(context.config, actor, { name: fields.fullName, field: 'fullName' });
  const { sql } = context.db;
  const categoryId = await findCategoryId(sql, fields.category, context.config.adultContent);
  if (!categoryId) throw fault('category', () => t`Category is required`);
  if (await findCreatorByUsername(sql, fields.username)) throw taken();
  if (await isRemoved(sql, { username: fields.username, nameKey: nameKey(fields.fullName) })) {
    throw appError('creator_removed');
  }
  // Browsers send an empty part if the user chose no file.
  const avatar = form.files.find(({ field, data }) => field === 'avatar' && data.length > 0);
  const picture = avatar && (await storeImage(context, { ownerId: actor.userId, data: avatar.data }));
  const added = { ...fields, categoryId, avatarUrl: picture?.url ?? null, addedBy: actor.userId };
  await context.db.tx(async (tx) => {
    const profile = await insertUnclaimedProfile(tx, added);
    if (!profile) throw taken();
    await recordLinks(tx, profile.id, actor.userId);
    await reportImitation(context, tx, profile.id);
  });
  // The user has just written this profile, so nothing is masked.
  return readCreator(context, { actor, seesAdult: true }, fields.username);
}

const fault = (field: string, message: () => string) =>
  appError('validation_failed', { message, fields: { [field]: message } });

const taken = () => {
  const message = () => t`A creator with this username already exists.`;
  return appError('creator_username_taken', { message, fields: { username: message } });
};

function fieldsOf(fields: Record<string, string>): z.output<typeof addCreatorForm> {
  return parseValue(addCreatorForm, { ...fields, socialLinks: listOf(fields.socialLinks) });
}

/** Parses the list of a form field; empty if the field is missing. */
function listOf(text: string | undefined): unknown {
  if (!text) return [];
  try {
    return JSON.parse(text);
  } catch {
    throw fault('socialLinks', () => t`Please complete all social media links or remove empty ones`);
  }
}
