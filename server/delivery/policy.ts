import { type AdultViewer, isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { ContentReader, ReadableFile } from './delivery.ts';

/** The assigned creator and admins see every delivery from the moment it is submitted. */
export function seesEveryDelivery(actor: Actor, reader: ContentReader): boolean {
  return actor.role === 'admin' || (reader.isCreator && reader.poolStatus !== 'removed');
}

/** Everyone may read a file in its creator's gallery; adults only, if the pool is for adults. */
const isOpenTo = (viewer: AdultViewer, file: ReadableFile): boolean => file.inGallery && !isAgeGated(viewer, file);

export function mayReadFile(viewer: Pick<RequestContext, 'actor' | 'seesAdult'>, file: ReadableFile): boolean {
  if (isOpenTo(viewer, file)) return true;
  const { actor } = viewer;
  if (!actor) return false;
  if (seesEveryDelivery(actor, file)) return true;
  return file.claimStatus === 'approved' && !file.withheld && file.hasAccess;
}
