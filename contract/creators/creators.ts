import { z } from 'zod';
import { socialPlatforms } from '#contract/creators/social-platforms.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { languageCodes } from '#contract/values/languages.ts';
import { flag, pageNumber, pagination } from '#contract/values/paging.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';

/** `missing` is the message for an empty field, if it differs. */
export const httpUrl = (message: () => Text, missing = message) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(500)
    .regex(/^https?:\/\/[^\s]+$/i, { error: message });

const incompleteLinks = () => t`Please complete all social media links or remove empty ones`;

export const socialLink = z.object(
  {
    platform: z.enum(socialPlatforms, { error: incompleteLinks }),
    url: httpUrl(() => t`Please enter valid URLs (must start with http:// or https://)`, incompleteLinks),
  },
  { error: incompleteLinks },
);

export const category = z.object({ id: z.number().int(), name: z.string(), icon: z.string() });
export type Category = z.infer<typeof category>;

const creatorStatus = z.enum(['verified', 'claimed', 'unclaimed']);
export type CreatorStatus = z.infer<typeof creatorStatus>;

export const creatorSummary = z.object({
  id: uuid,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  /**
   * verified: owned by a creator, and an admin has verified them; claimed: owned by a person who placed a code on a linked page, and no admin
   * has reviewed that yet; unclaimed: added by fans, not affiliated. Only `verified` has the check mark.
   */
  status: creatorStatus,
  category: z.string().nullable(),
  followerCount: z.number().int(),
});
export type CreatorSummary = z.infer<typeof creatorSummary>;

/** A creator in lists and on the landing page. */
export const creatorCard = creatorSummary.extend({
  /** The number of listed pools for this creator that the caller may see. */
  poolCount: z.number().int(),
  /** The number of those pools that have not ended. */
  activePoolCount: z.number().int(),
  isFollowing: z.boolean(),
  /** The owner's account, if there is one. */
  ownerId: uuid.nullable(),
});
export type CreatorCard = z.infer<typeof creatorCard>;

/** A creator's request terms, as shown on their profile. New pools for the creator must follow them. */
export const requestTerms = z.object({
  /** Categories in which the creator takes requests; empty for all. */
  categories: z.array(z.string()),
  /** The smallest goal that the creator wants, in cents. */
  minimumGoal: z.number().int().nullable(),
  /** Whether pools with a smaller goal are refused. Otherwise the minimum is a guide. */
  declinesBelowMinimum: z.boolean(),
  /** The languages that the creator works in; empty if they have not said. */
  languages: z.array(z.enum(languageCodes)),
  /** Requests that the creator declines, in their own words. */
  declines: z.string(),
  /** Whether the creator takes no new requests now. */
  away: z.boolean(),
  /** When the creator takes requests again; null if they have not said. */
  awayUntil: z.iso.datetime().nullable(),
});
export type RequestTerms = z.infer<typeof requestTerms>;

/** Before the age gate, an adult creator has only a username and figures. */
export const creatorProfile = creatorCard.extend({
  fullName: z.string(),
  description: z.string(),
  profileImageUrl: z.string().nullable(),
  /** The wide picture at the top of the page. */
  coverUrl: z.string().nullable(),
  /** A description of the cover; empty for a decorative picture or none. */
  coverAlt: z.string(),
  websiteUrl: z.string().nullable(),
  socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
  createdAt: z.iso.datetime(),
  /** Whether the category is adult. */
  adult: z.boolean(),
  isOwner: z.boolean(),
  /** The page on which the owner placed a code, while no admin has verified them; null otherwise, and before the age gate. */
  claimedWith: z.string().nullable(),
  /** Whether the caller, who has no profile, can claim this one, or has a pending claim. */
  claim: z.enum(['possible', 'pending']).nullable(),
  /** Whether the caller can claim it with a code on a linked page, or why not. Null if `claim` is null. */
  claimByCode: z.enum(['possible', 'unconfirmed_email', 'added_by_me', 'no_pages']).nullable(),
  /** The owner's request terms; null for a profile without an owner. */
  requestTerms: requestTerms.nullable(),
});
export type CreatorProfile = z.infer<typeof creatorProfile>;

const creatorUsername = z
  .string({ error: () => t`Username is required` })
  .trim()
  .min(1, { error: () => t`Username is required`, abort: true })
  .min(limits.creatorUsername.min, { error: () => t`Username must be at least 3 characters` })
  .max(limits.creatorUsername.max, { error: () => t`Username must be 30 characters or less` })
  .regex(/^[a-z0-9_]+$/, { error: () => t`Username can only contain lowercase letters, numbers, and underscores` });
/** The bio as a field that may be missing; `default` would turn a missing one into an empty text. */
export const creatorBioText = z
  .string()
  .overwrite(tidyText)
  .max(limits.bioMax, { error: () => t`Creator bio must be less than 200 characters` });
const creatorBio = creatorBioText.default('');

export const creatorFields = z.object({
  fullName: z
    .string({ error: () => t`Full name is required` })
    .overwrite(tidyLine)
    .min(1, { error: () => t`Full name is required` })
    .max(100, { error: () => t`Full name must be 100 characters or less` }),
  username: creatorUsername,
  category: z
    .string({ error: () => t`Category is required` })
    .trim()
    .min(1, { error: () => t`Category is required` }),
  socialLinks: z
    .array(socialLink, { error: () => t`Please add at least one social media link.` })
    .min(1, { error: () => t`Please add at least one social media link.` })
    .max(limits.socialLinksMax, { error: () => t`At most 5 social media links.` }),
});

/** The fields for adding a creator; the avatar is a file of the same form. */
export const addCreatorForm = creatorFields.extend({ description: creatorBio });

export const applicationForm = creatorFields.extend({
  bio: creatorBio,
  proofUrl: httpUrl(() => t`Please enter a link that proves who you are (must start with http:// or https://)`),
  agreement: z.literal(true, { error: () => t`Please accept the creator agreement` }),
});

export const verificationStatuses = ['pending', 'approved', 'rejected'] as const;
export const verificationStatus = z.enum(verificationStatuses);

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'List all categories, NSFW first, then by name',
  who: 'anyone',
  scope: 'pools:read',
  output: z.array(category),
});
export const searchCreators = endpoint({
  method: 'GET',
  path: '/api/creators/search',
  summary: 'Find creators by name or username, from 2 characters',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({
    name: z.string().trim().max(100).default(''),
    limit: z.coerce.number<number | string>().int().min(1).max(20).default(limits.creatorSearch.max),
  }),
  output: z.array(creatorSummary),
});
const byUsername = z.object({ username: z.string().max(50) });

export const listCreators = endpoint({
  method: 'GET',
  path: '/api/creators',
  summary: 'List creators, those with the most pools first; at most 15 featured ones',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({
    featured: flag.optional(),
    /** A category's name; "All" is the same as none. */
    category: z.string().max(100).optional(),
    /** From 2 characters. */
    search: z.string().trim().max(100).optional(),
    page: pageNumber,
  }),
  output: z.object({ creators: z.array(creatorCard), pagination }),
});
export const getCreator = endpoint({
  method: 'GET',
  path: '/api/creators/:username',
  summary: 'Get a creator profile',
  who: 'anyone',
  scope: 'pools:read',
  params: byUsername,
  output: creatorProfile,
});
const followState = z.object({ isFollowing: z.boolean(), followerCount: z.number().int() });

export const followCreator = endpoint({
  method: 'POST',
  path: '/api/creators/:username/follow',
  summary: 'Follow a creator; repeating the call is harmless',
  who: 'user',
  params: byUsername,
  output: followState,
  errors: ['own_follow'],
});
export const unfollowCreator = endpoint({
  method: 'DELETE',
  path: '/api/creators/:username/follow',
  summary: 'Stop following a creator',
  who: 'user',
  params: byUsername,
  output: followState,
});
export const addCreator = endpoint({
  method: 'POST',
  path: '/api/creators',
  summary:
    'Add a creator profile: fullName, username, description, category, socialLinks (a JSON list) and the file avatar',
  who: 'user',
  bodyKind: 'multipart',
  output: creatorProfile,
  status: 201,
  errors: [
    'creator_username_taken',
    'creator_removed',
    'image_too_large',
    'image_type',
    'image_too_many_pixels',
    'image_unreadable',
  ],
});
export const removeCreator = endpoint({
  method: 'POST',
  path: '/api/creators/:username/removal',
  summary: 'Remove a profile of me that fans have added; it disappears immediately and cannot be added again',
  who: 'user',
  params: byUsername,
  body: z.object({ confirmed: z.literal(true, { error: () => t`Please confirm that this is you` }) }),
  output: z.object({ removed: z.literal(true) }),
  errors: ['creator_has_owner'],
});
export const getCreatorApplication = endpoint({
  method: 'GET',
  path: '/api/creator-application',
  summary: 'Get my latest application; 404 means none',
  who: 'user',
  output: z.object({
    verificationStatus,
    reason: z.string().nullable(),
    createdAt: z.iso.datetime(),
    username: z.string(),
    /** The rest of a rejected application, with which the form starts again; null unless rejected. */
    answers: z
      .object({
        fullName: z.string(),
        category: z.string(),
        bio: z.string(),
        socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
        proofUrl: z.string(),
      })
      .nullable(),
  }),
});
export const applyAsCreator = endpoint({
  method: 'POST',
  path: '/api/creator-application',
  summary: 'Apply to become a creator',
  who: 'user',
  body: applicationForm,
  output: z.object({ verificationStatus }),
  status: 201,
  errors: ['application_open', 'application_approved', 'creator_username_taken'],
});
