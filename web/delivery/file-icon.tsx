import {
  Captions,
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react';

const icons: readonly [RegExp, LucideIcon][] = [
  [/\.(?:pdf|docx?|odt|rtf|txt|md|epub|pages)$/i, FileText],
  [/\.(?:zip|rar|7z|gz|tar|tgz)$/i, FileArchive],
  [/\.(?:xlsx?|ods|csv|numbers)$/i, FileSpreadsheet],
  [/\.(?:html?|js|ts|json|py|c|cpp|ino|gcode)$/i, FileCode],
  [/\.(?:psd|tiff?|svg|ai|xcf|clip|kra|procreate|stl|obj|png|jpe?g|webp|gif|avif)$/i, FileImage],
  [/\.(?:mid|midi|aiff?|als|sf2|mp3|m4a|aac|ogg|wav|flac)$/i, FileAudio],
  [/\.(?:mkv|avi|mov|prproj|mp4|webm|ogv)$/i, FileVideo],
  [/\.vtt$/i, Captions],
];

/** An icon for the type of a file, by its name. */
export function FileIcon({ name }: { name: string }) {
  const Icon = icons.find(([pattern]) => pattern.test(name))?.[1] ?? File;
  return <Icon aria-hidden="true" />;
}
