import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';

/** Creators and admins may upload. Throws not_signed_in, suspended, forbidden. */
export function requireUploader(actor: Actor | null): Actor {
  if (!actor) throw appError('not_signed_in');
  if (actor.suspended) throw appError('suspended');
  if (actor.role === 'user') throw appError('forbidden');
  return actor;
}

/** Whether the age gate applies: not to own pictures, nor to admins, who review reported ones. */
export const isBehindAgeGate = ({ mine }: { mine: boolean }, { actor }: { actor: Actor | null | undefined }): boolean =>
  !mine && actor?.role !== 'admin';

/** Whether everyone may see the picture without the age gate, so that copies of it may be public. */
export const isForEveryone = (picture: {
  used: boolean;
  adult: boolean;
  withheld: boolean;
  restricted: boolean;
}): boolean => picture.used && !picture.adult && !picture.withheld && !picture.restricted;

/** Whether the picture is only in places that this viewer may not see. The person who uploaded it always may. */
export const isLocked = (
  { locked, lockedForAdmins, mine }: { locked: boolean; lockedForAdmins: boolean; mine: boolean },
  { actor }: { actor: Actor | null | undefined },
): boolean => (actor?.role === 'admin' ? lockedForAdmins : locked) && !mine;
