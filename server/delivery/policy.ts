import type { Actor } from '#server/platform/http/request-context.ts';
import type { ContentReader, ReadableFile } from './delivery.ts';

/** The assigned creator and admins see every delivery from the moment it is submitted. */
export function seesEveryDelivery(actor: Actor, reader: ContentReader): boolean {
  return actor.role === 'admin' || (reader.isCreator && reader.poolStatus !== 'removed');
}

/** Everyone may read a file in its creator's gallery; adults only, if the pool is for adults. */
function isOpenToEveryone(file: ReadableFile, seesAdult: boolean): boolean {
  return file.inGallery && (seesAdult || !file.adult);
}

/** `actor` is null for a visitor. */
export function mayReadFile(actor: Actor | null, file: ReadableFile, seesAdult: boolean): boolean {
  if (isOpenToEveryone(file, seesAdult)) return true;
  if (!actor) return false;
  if (seesEveryDelivery(actor, file)) return true;
  return file.claimStatus === 'approved' && !file.withheld && file.hasAccess;
}
