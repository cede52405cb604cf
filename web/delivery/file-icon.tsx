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
import type { ReactNode } from 'react';

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
export function FileIcon({ name, className }: { name: string; className?: string }) {
  const Icon = icons.find(([pattern]) => pattern.test(name))?.[1] ?? File;
  return <Icon aria-hidden="true" className={className} />;
}

/** A file in a list: its picture or the icon of its type, its name and what can be done with it. */
export function FileItem({
  name,
  previewUrl,
  children,
}: {
  name: string;
  previewUrl?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-14 items-center gap-3 rounded-lg px-3 py-2 shadow-ring">
      <span className="grid size-10 flex-none place-items-center overflow-hidden rounded-md bg-accent-wash text-accent-text">
        {previewUrl ? (
          <img src={previewUrl} alt="" width={40} height={40} className="size-full object-cover" />
        ) : (
          <FileIcon name={name} />
        )}
      </span>
      <div className="contents">{children}</div>
    </li>
  );
}
