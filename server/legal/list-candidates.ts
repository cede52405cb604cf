import { appError } from '#contract/errors.ts';
import { t, verbatim } from '#contract/language/text.ts';
import type { TakedownCandidate } from '#contract/legal.ts';
import { imageKeyOf } from '#server/media/image-url.ts';
import { personOf } from '#server/moderation/queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPlaces } from './find-places.ts';
import { listPictures, type ShownPicture } from './pictures.sql.ts';
import { picturePath, targetPath } from './takedown-view.ts';
import { findNotice } from './takedowns.sql.ts';
import { listTargets, type Target } from './targets.sql.ts';

/**
 * Lists the material that an admin can disable at the addresses of a notice: the pools with their deliveries and latest comments, and profile
 * and cover pictures. `unknown` holds the addresses that lead to none of these. Throws not_found.
 */
export async function listCandidates(
  context: Platform,
  noticeId: string,
): Promise<{ candidates: TakedownCandidate[]; unknown: string[] }> {
  const { sql } = context.db;
  const notice = await findNotice(sql, noticeId);
  if (!notice) throw appError('not_found');
  const places = await findPlaces(context, notice.locations);
  const unique = (of: (place: (typeof places)[number]) => string[]) => [...new Set(places.flatMap(of))];
  const targets = await listTargets(
    sql,
    unique(({ poolIds }) => poolIds),
  );
  const pictures = await listPictures(
    sql,
    unique(({ imageKeys }) => imageKeys),
  );
  const listedIds = new Set([...targets.map(({ poolId }) => poolId), ...pictures.map(({ url }) => imageKeyOf(url))]);
  return {
    candidates: [...targets.map(viewOf), ...pictures.map(pictureView)],
    unknown: places
      .filter(({ poolIds, imageKeys }) => ![...poolIds, ...imageKeys].some((id) => listedIds.has(id)))
      .map(({ location }) => location),
  };
}

/** Admins also see the text of adult pools, because they decide about them. */
function viewOf(target: Target): TakedownCandidate {
  const { kind, id, poolId, words, disabled } = target;
  return { kind, id, label: words, path: targetPath(kind, poolId, id), user: personOf(target), disabled };
}

function pictureView(picture: ShownPicture): TakedownCandidate {
  const {
    id,
    username,
    ownerId: userId,
    ownerUsername,
    ownerDisplayName: displayName,
    ownerAvatarUrl: avatarUrl,
  } = picture;
  const user = personOf({ userId, username: ownerUsername, displayName, avatarUrl });
  return {
    kind: 'picture',
    id,
    label: picture.isCover ? t`The cover of @${{ username }}` : verbatim(`@${username}`),
    path: picturePath(picture),
    user,
    disabled: false,
  };
}
