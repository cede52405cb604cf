import type { TrackRecord } from '#contract/creators/track-record.ts';
import type { Viewer } from '#server/creators/creator.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findTrackRecord } from './track-record.sql.ts';

const none: TrackRecord = { answered: 0, unanswered: 0, delivered: 0, onTime: 0, medianDays: null };

/** The track record of a profile's owner; all zeros for a profile without an owner. Throws `not_found`. */
export async function readTrackRecord(context: Platform, viewer: Viewer, username: string): Promise<TrackRecord> {
  const { ownerId } = await readCreator(context, viewer, username);
  if (!ownerId) return none;
  return findTrackRecord(context.db.sql, { creatorId: ownerId, dayMs: context.config.windows.deliveryDayMs });
}
