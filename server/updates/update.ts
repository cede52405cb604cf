import type { SavedState } from '#contract/app-error.ts';
import type { Update } from '#contract/updates.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { savedState } from '#server/platform/http/edit-version.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { languageOfText } from '#server/platform/language/language-of-text.ts';
import { mayDeleteUpdate, mayEditUpdate, mayReadUpdate, takesUpdates } from './policy.ts';
import type { UpdateRow } from './updates.sql.ts';

const picturesOf = ({ images }: UpdateRow): Update['images'] =>
  images.map(({ key, ...image }) => ({ ...image, url: imageUrl(key) }));

/** The parts that its author can change, with their version. */
export const savedUpdate = (row: UpdateRow): SavedState =>
  savedState(row.id, { content: row.content, images: picturesOf(row) });

/** The view of an update for its reader. A locked or hidden update has neither text nor pictures, a hidden one no author either. */
export async function updateOf(
  row: UpdateRow,
  { actor, seesAdult }: { actor: Actor | null; seesAdult: boolean },
): Promise<Update> {
  const { authorId: id, username, displayName, avatarUrl } = row;
  const locked = !mayReadUpdate(actor, row);
  const isOwn = mayEditUpdate(actor, row);
  const closed = locked || row.hidden !== null;
  return {
    id: row.id,
    poolId: row.poolId,
    author: row.hidden
      ? null
      : maskAdultPerson({ id, username, displayName, avatarUrl }, { adult: row.authorAdult, seesAdult }),
    audience: row.audience,
    locked,
    hidden: row.hidden,
    content: closed ? '' : row.content,
    language: closed ? null : await languageOfText(row.content),
    images: closed ? [] : picturesOf(row),
    likeCount: row.likeCount,
    isLiked: row.isLiked,
    commentCount: row.commentCount,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    canEdit: isOwn && takesUpdates(row),
    canDelete: mayDeleteUpdate(actor, row),
    version: isOwn ? savedUpdate(row).version : null,
  };
}
