import { captionsOf } from '#contract/captions.ts';
import type { ContentFile } from '#contract/delivery.ts';
import { currentFormats, verbatim } from '#contract/language/text.ts';

export interface DeliveredVideo {
  file: ContentFile;
  captions: { src: string; label: string; language: string }[];
}

/** "film.en.vtt" is in English; a name without a language is assumed to be in English, too. */
function languageOf(name: string): string {
  return /\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.vtt$/i.exec(name)?.[1]?.toLowerCase() ?? 'en';
}

function labelOf(language: string): string {
  try {
    return (
      currentFormats()?.nameOf('language', language) ??
      new Intl.DisplayNames('en', { type: 'language' }).of(language) ??
      language
    );
  } catch {
    return language;
  }
}

/** Sorts the files of a delivery by how they are shown. Captions without a video are listed as files. */
export function sortFiles(files: readonly ContentFile[]) {
  const of = (kind: ContentFile['kind']) => files.filter((file) => file.kind === kind);
  const used = new Set<string>();
  const videos = of('video').map((file): DeliveredVideo => {
    const captions = captionsOf(file, files);
    for (const { id } of captions) used.add(id);
    return {
      file,
      captions: captions.map(({ url, name }) => ({
        src: url,
        label: labelOf(languageOf(name)),
        language: languageOf(name),
      })),
    };
  });
  const listed = files.filter(
    ({ kind, id }) => ['document', 'other'].includes(kind) || (kind === 'captions' && !used.has(id)),
  );
  return { videos, audio: of('audio'), images: of('image'), others: listed };
}

/** The title of a recording: its file name without the ending. */
export const titleOf = ({ name }: ContentFile) => verbatim(name.replace(/\.[^.]{1,5}$/, ''));

/** Larger texts are downloaded instead of read in the page. */
const readableBytes = 1_000_000;

export const isReadable = ({ contentType, sizeBytes }: ContentFile) =>
  contentType === 'text/plain' && sizeBytes <= readableBytes;

const wordsPerMinute = 220;

/** Minutes to read a text, at least 1. */
export const readingMinutes = (text: string) => Math.max(1, Math.round(text.split(/\s+/).length / wordsPerMinute));
