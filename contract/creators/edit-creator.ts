import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { creatorBioText, creatorFields, creatorProfile } from './creators.ts';

/** The fields of a creator page that its owner may change, with the rules for adding a creator. Missing fields stay as they are. */
export const editCreatorForm = z.strictObject({
  ...creatorFields.omit({ username: true }).partial().shape,
  description: creatorBioText.optional(),
  /** `account` copies the picture of the account, `none` removes the picture. A file `avatar` replaces both. */
  picture: z.enum(['account', 'none'], { error: () => t`Choose a picture file, "account" or "none"` }).optional(),
  /** The version that the owner read. The edit is refused if the page has another one by now. */
  version: z.string().max(100).optional(),
});

/** A creator page as its owner edits it, before the age gate as well. */
export const editedCreator = creatorProfile.extend({
  /** Changes with every change of the editable fields. */
  version: z.string(),
});
export type EditedCreator = z.infer<typeof editedCreator>;

export const ownCreatorPage = editedCreator.extend({
  /** The account's picture and bio, offered as a copy until the owner first saves the page; null afterwards. */
  account: z.object({ avatarUrl: z.string().nullable(), bio: z.string() }).nullable(),
});
export type OwnCreatorPage = z.infer<typeof ownCreatorPage>;

export const getOwnCreatorPage = endpoint({
  method: 'GET',
  path: '/api/creator/page',
  summary: 'Get my creator page as I edit it',
  who: 'creator',
  scope: 'profile:read',
  output: ownCreatorPage,
});
export const editCreator = endpoint({
  method: 'PATCH',
  path: '/api/creators/:username',
  summary:
    'Change my creator page: any of fullName, description, category, socialLinks (a JSON list), picture ("account" or "none"), the file avatar, and the version that I read',
  who: 'creator',
  params: z.object({ username: z.string().max(50) }),
  bodyKind: 'multipart',
  output: editedCreator,
  errors: [
    'conflict',
    'creator_removed',
    'image_too_large',
    'image_type',
    'image_too_many_pixels',
    'image_unreadable',
    'insufficient_storage',
  ],
});
