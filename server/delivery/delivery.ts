import type { ContentFile } from '#contract/delivery.ts';
import type { PoolStatus } from '#contract/pools.ts';

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

/**
 * Types that a browser may display from our origin, under the names of media/media-type.ts. Each is inert under nosniff and a sandbox. All
 * others are downloaded.
 */
const shownTypes: Record<string, ContentFile['kind']> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/ogg': 'video',
  'video/quicktime': 'video',
  'video/x-matroska': 'video',
  'video/3gpp': 'video',
  'video/3gpp2': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/aac': 'audio',
  'audio/ogg': 'audio',
  'audio/wav': 'audio',
  'audio/flac': 'audio',
  'audio/webm': 'audio',
  'audio/x-matroska': 'audio',
  'audio/aiff': 'audio',
  'audio/x-caf': 'audio',
  'text/plain': 'document',
};

/** Many browsers do not know the type of WebVTT files, so their name counts too. */
const isCaptions = (contentType: string, name: string) => contentType === 'text/vtt' || /\.vtt$/i.test(name);

export function kindOf(contentType: string, name: string): ContentFile['kind'] {
  if (isCaptions(contentType, name)) return 'captions';
  return shownTypes[contentType] ?? (contentType === 'application/pdf' ? 'document' : 'other');
}

export const isShown = (contentType: string): boolean => contentType in shownTypes;

/** The content type of the response: a known type, or plain bytes. */
export function sentType(contentType: string, name: string): string {
  if (isCaptions(contentType, name)) return 'text/vtt; charset=utf-8';
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8';
  return isShown(contentType) || contentType === 'application/pdf' ? contentType : 'application/octet-stream';
}
