import type { Actor } from '#server/platform/http/request-context.ts';
import type { ContentReader, ReadableFile } from './delivery.ts';

/** The assigned creator and admins see every delivery from the moment it is submitted. */
export function seesEveryDelivery(actor: Actor, reader: ContentReader): boolean {
  return actor.role === 'admin' || (reader.isCreator && reader.poolStatus !== 'removed');
}

/**
 * Contributors see approved deliveries that are not withheld, until they are refunded. After an admin removes the pool, only admins see
 * them.
 */
export function seesApprovedDeliveries(reader: ContentReader): boolean {
  return reader.hasAccess && reader.poolStatus !== 'removed';
}

export function mayReadFile(actor: Actor, file: ReadableFile): boolean {
  if (seesEveryDelivery(actor, file)) return true;
  return file.claimStatus === 'approved' && !file.withheld && seesApprovedDeliveries(file);
}
