import { isCaptions, shownTypes } from '#contract/content-kind.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';

export interface NewClaim {
  poolId: string;
  creatorId: string;
  note: string;
  text: string | null;
  links: string[];
}

export interface ClaimRow {
  id: string;
  poolId: string;
  creatorId: string;
  status: 'pending' | 'approved' | 'rejected';
  note: string;
  body: string | null;
  links: string[];
  reason: string | null;
  decidedAt: Date | null;
  createdAt: Date;
  /** Disabled after a takedown notice. */
  withheld: boolean;
}

export interface ContentFileRow {
  id: string;
  claimId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  hasPreview: boolean;
  durationMs: number | null;
  peaks: number[] | null;
  isPublic: boolean;
}

export interface ObjectionRow {
  id: string;
  poolId: string;
  fanId: string;
  reason: string;
  status: 'open' | 'upheld' | 'dismissed';
  answer: string | null;
  decidedAt: Date | null;
  createdAt: Date;
}

/** The relation of a reader to a delivery. */
export interface ContentReader {
  poolStatus: PoolStatus;
  isCreator: boolean;
  /** As a contributor, to approved deliveries that are not withheld. */
  hasAccess: boolean;
}

export type ReadableFile = ContentReader & {
  id: string;
  claimId: string;
  key: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  previewKey: string | null;
  claimStatus: ClaimRow['status'];
  withheld: boolean;
  adult: boolean;
  /** The file is in its creator's gallery. */
  inGallery: boolean;
};

export const isShown = (contentType: string): boolean => contentType in shownTypes;

/** The content type of the response: a known type, or plain bytes. */
export function sentType(contentType: string, name: string): string {
  if (isCaptions(contentType, name)) return 'text/vtt; charset=utf-8';
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8';
  return isShown(contentType) || contentType === 'application/pdf' ? contentType : 'application/octet-stream';
}

/** Makes the previews of a delivery one after another, so that fifty pictures occupy one worker only. */
export const contentPreviews: JobKind<{ claimId: string }> = { kind: 'content.previews', queue: 'fast' };
