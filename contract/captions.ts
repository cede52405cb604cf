import type { ContentFile } from './delivery.ts';

type NamedFile = Pick<ContentFile, 'kind' | 'name' | 'contentType'>;

const stemOf = ({ name }: NamedFile) => name.replace(/\.[^.]+$/, '').toLowerCase();
const isVideo = ({ kind, contentType }: NamedFile) => kind !== 'captions' && contentType.startsWith('video/');

/**
 * The stem of the video that the captions belong to: the only video of the delivery, or the one with the same name ("film.mp4" and
 * "film.vtt" or "film.en.vtt"). Of several such names, the longest counts.
 */
function videoStemOf(captions: NamedFile, videos: readonly NamedFile[]): string | undefined {
  const stems = videos.map(stemOf);
  if (stems.length === 1) return stems[0];
  const stem = stemOf(captions);
  return stems.filter((one) => stem === one || stem.startsWith(`${one}.`)).sort((a, b) => b.length - a.length)[0];
}

/** The captions of a video among the files of its delivery. They are public while the video is. */
export function captionsOf<File extends NamedFile>(video: NamedFile, files: readonly File[]): File[] {
  if (!isVideo(video)) return [];
  const videos = files.filter(isVideo);
  return files.filter((file) => file.kind === 'captions' && videoStemOf(file, videos) === stemOf(video));
}
