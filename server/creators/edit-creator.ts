import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AppError, SavedState } from '#contract/app-error.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { type EditedCreator, editCreatorForm, type OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { refuseReservedName } from '#server/accounts/reserved-names.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { storeImage } from '#server/media/store-image.ts';
import { assertEdits, savedState } from '#server/platform/http/edit-version.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import type { Actor, RequestContext, UploadForm } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { creatorProfileOf } from './creator.ts';
import { type CreatorRow, findCategoryId, findCreatorByUsername } from './creators.sql.ts';
import {
  findOwnPage,
  isNameRemoved,
  lockAccountPicture,
  lockPage,
  type PagePatch,
  savePage,
} from './edit-creator.sql.ts';
import type {} from './facts.ts';
import { reportImitation } from './imitations.ts';
import { recordLinks } from './links.sql.ts';
import { nameKey } from './name-key.ts';
import { isRemoved } from './removals.sql.ts';
import { readTermsOfProfile } from './request-terms.ts';

type Fields = z.output<typeof editCreatorForm>;

/** Reads the actor's own page. Throws not_found without one. */
export async function readOwnPage(context: Platform, actor: Actor): Promise<OwnCreatorPage> {
  const row = await findOwnPage(context.db.sql, actor.userId);
  if (!row) throw appError('not_found', { message: () => t`You have no creator profile.` });
  const account = row.edited ? null : { avatarUrl: row.accountAvatarUrl, bio: row.accountBio };
  return { ...(await pageOf(context, actor, row)), account };
}

/**
 * Changes the given fields of the actor's own page; the others stay. The same transaction audits a new name and publishes it, so that
 * admins hear of it. Throws `not_found`, `forbidden`, `validation_failed`, `conflict` (the page has another version), `creator_removed`
 * (also for the username of a removed profile), `rate_limited` (also after five new names in 24 hours), `image_too_large`,
 * `image_too_many_pixels`, `image_type`, `image_unreadable`, `insufficient_storage`.
 */
export async function editCreator(
  context: Platform,
  actor: Actor,
  { username, ip, readForm }: { username: string } & Pick<RequestContext, 'readForm' | 'ip'>,
): Promise<EditedCreator> {
  await context.limits.limiter('edit-creator', { points: 60, perMs: 60 * 60_000 }).consume(actor.userId);
  const { sql } = context.db;
  const page = await findCreatorByUsername(sql, username);
  if (!page) throw await absence(context, username);
  assertOwner(page, actor);
  const form = await readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
  const fields = fieldsOf(form);
  const file = fileOf(form, fields);
  assertVersion(page, fields);
  const categoryId = await categoryOf(context, fields);
  await assertMayBeNamed(context, actor, page, fields);
  const stored = file && (await storeImage(context, { ownerId: actor.userId, data: file.data }));
  const edit = { actor, ip, pageId: page.id, fields, categoryId, storedUrl: stored?.url };
  try {
    // Admins look at each new name, so few are allowed. A picture that cannot be read uses up none of them.
    if (isRenamed(page, fields)) {
      await context.limits.limiter('rename-creator', { points: 5, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
    }
    const saved = await context.db.tx((tx) => saveEdit(context, tx, edit));
    return await pageOf(context, actor, saved);
  } catch (error) {
    if (stored) await context.db.tx((tx) => removeImage(context, tx, stored.url));
    throw error;
  }
}

/** A name that the page already has stays. Others follow the rules for adding a creator. */
async function assertMayBeNamed(context: Platform, actor: Actor, page: CreatorRow, fields: Fields): Promise<void> {
  const { fullName: name } = fields;
  if (name === undefined || name === page.fullName || name === page.displayName) return;
  refuseReservedName(context.config, actor, { name, field: 'fullName' });
  if (!isRenamed(page, fields)) return;
  if (await isNameRemoved(context.db.sql, { nameKey: nameKey(name), userId: actor.userId })) {
    throw appError('creator_removed', { fields: { fullName: () => t`This creator asked not to be listed here.` } });
  }
}

interface Edit {
  actor: Actor;
  ip: string;
  pageId: string;
  fields: Fields;
  categoryId: number | undefined;
  storedUrl: string | undefined;
}

async function saveEdit(
  context: InTransaction<Platform>,
  tx: Tx,
  { actor, ip, pageId, fields, categoryId, storedUrl }: Edit,
): Promise<CreatorRow> {
  // Accounts are locked before profiles, as an approval does.
  const account = fields.picture === 'account' ? await lockAccountPicture(tx, actor.userId) : undefined;
  const before = await lockPage(tx, pageId);
  if (!before) throw appError('not_found', { message: () => t`There is no creator of that name.` });
  assertOwner(before, actor);
  assertVersion(before, fields);
  const copiedUrl = fields.picture === 'account' ? (account?.avatarUrl ?? before.avatarUrl) : null;
  const avatarUrl = fields.picture ? copiedUrl : (storedUrl ?? before.avatarUrl);
  const patch: PagePatch = {
    name: fields.fullName,
    description: fields.description ?? before.description,
    categoryId,
    socialLinks: fields.socialLinks ?? before.socialLinks,
    avatarUrl,
  };
  await savePage(tx, pageId, patch);
  const after = await lockPage(tx, pageId);
  if (!after) throw new Error(`profile ${pageId} vanished while locked`);
  if (before.avatarUrl && before.avatarUrl !== avatarUrl) await removeImage(context, tx, before.avatarUrl);
  if (fields.socialLinks) await recordLinks(tx, pageId, actor.userId);
  if (before.displayName !== after.displayName) {
    await recordRename(context, tx, { actor, ip, before, after });
    await reportImitation(context, tx, pageId);
  }
  return after;
}

async function recordRename(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  { actor, ip, before, after }: { actor: Actor; ip: string; before: CreatorRow; after: CreatorRow },
): Promise<void> {
  await facts.publish(tx, 'creator.renamed', {
    profileId: after.id,
    username: after.username,
    userId: actor.userId,
    from: before.displayName,
    to: after.displayName,
    renameId: randomUUID(),
  });
  await writeAudit(tx, {
    actorId: actor.userId,
    action: 'creator.renamed',
    targetKind: 'creator_profile',
    targetId: after.id,
    before: { username: before.username, name: before.displayName },
    after: { username: after.username, name: after.displayName },
    reason: null,
    ip,
    // People rename their own page only.
    concerned: 'no_one',
  });
}

/** The page as its owner sees it: unmasked, also while this server shows no adult content. */
async function pageOf(context: Platform, actor: Actor, row: CreatorRow): Promise<EditedCreator> {
  const standing: Pick<CreatorProfile, 'isFollowing' | 'claim' | 'claimByCode'> = {
    isFollowing: false,
    claim: null,
    claimByCode: null,
  };
  const requestTerms = await readTermsOfProfile(context.db.sql, row.id);
  const profile = creatorProfileOf({ ...row, ...standing, requestTerms }, { actor, seesAdult: true });
  return { ...profile, version: savedPage(row).version };
}

function savedPage({ id, displayName, description, category, socialLinks, avatarUrl }: CreatorRow): SavedState {
  const links = socialLinks.map(({ platform, url }) => ({ platform, url }));
  return savedState(id, { fullName: displayName, description, category, socialLinks: links, avatarUrl });
}

function assertOwner({ ownerId }: CreatorRow, actor: Actor): void {
  if (ownerId !== actor.userId) throw appError('forbidden', { message: () => t`Only its creator can edit this page.` });
}

function assertVersion(page: CreatorRow, { version }: Fields): void {
  assertEdits(version, savedPage(page));
}

async function absence({ db }: Platform, username: string): Promise<AppError> {
  if (await isRemoved(db.sql, { username, nameKey: '' })) return appError('creator_removed');
  return appError('not_found', { message: () => t`There is no creator of that name.` });
}

const fault = (field: string, message: () => string) =>
  appError('validation_failed', { message, fields: { [field]: message } });

function isRenamed(page: CreatorRow, fields: Fields): fields is Fields & { fullName: string } {
  const { fullName: name } = fields;
  return name !== undefined && name !== page.displayName && nameKey(name) !== nameKey(page.fullName);
}

async function categoryOf({ db, config }: Platform, { category }: Fields): Promise<number | undefined> {
  if (category === undefined) return undefined;
  const id = await findCategoryId(db.sql, category, config.adultContent);
  if (!id) throw fault('category', () => t`Category is required`);
  return id;
}

function fieldsOf({ fields }: UploadForm): Fields {
  if (fields.socialLinks === undefined) return parseValue(editCreatorForm, fields);
  let socialLinks: unknown;
  try {
    socialLinks = fields.socialLinks === '' ? [] : JSON.parse(fields.socialLinks);
  } catch {
    throw fault('socialLinks', () => t`Please complete all social media links or remove empty ones`);
  }
  return parseValue(editCreatorForm, { ...fields, socialLinks });
}

/** The uploaded picture. Browsers send an empty part if the user chose no file. */
function fileOf({ files }: UploadForm, { picture }: Fields): UploadForm['files'][number] | undefined {
  const [file] = files.filter(({ data }) => data.length > 0);
  if (file && file.field !== 'avatar') throw fault(file.field, () => t`Send the picture as the file "avatar".`);
  if (file && picture) throw fault('picture', () => t`Send a file or "picture", not both.`);
  return file;
}
