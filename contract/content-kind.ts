import type { ContentFile } from './delivery.ts';

/**
 * Types that a browser may display from our origin, under the names of server/media/media-type.ts. Each is inert under nosniff and a sandbox. All
 * others are downloaded.
 */
export const shownTypes: Record<string, ContentFile['kind']> = {
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
export const isCaptions = (contentType: string, name: string) => contentType === 'text/vtt' || /\.vtt$/i.test(name);

export function kindOf(contentType: string, name: string): ContentFile['kind'] {
  if (isCaptions(contentType, name)) return 'captions';
  return shownTypes[contentType] ?? (contentType === 'application/pdf' ? 'document' : 'other');
}
