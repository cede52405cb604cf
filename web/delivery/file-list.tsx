import {
  Captions,
  Download,
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
import { lazy, Suspense, useState } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { formatBytes } from '#contract/values/format-number.ts';
import { Button } from '#web/ui/button.tsx';

const TextFileReader = lazy(async () => ({ default: (await import('./reader.tsx')).TextFileReader }));

const icons: readonly [RegExp, LucideIcon][] = [
  [/\.(?:pdf|docx?|odt|rtf|txt|md|epub|pages)$/i, FileText],
  [/\.(?:zip|rar|7z|gz|tar|tgz)$/i, FileArchive],
  [/\.(?:xlsx?|ods|csv|numbers)$/i, FileSpreadsheet],
  [/\.(?:html?|js|ts|json|py|c|cpp|ino|gcode)$/i, FileCode],
  [/\.(?:psd|tiff?|svg|ai|xcf|clip|kra|procreate|stl|obj)$/i, FileImage],
  [/\.(?:mid|midi|aiff?|als|sf2)$/i, FileAudio],
  [/\.(?:mkv|avi|mov|prproj)$/i, FileVideo],
  [/\.vtt$/i, Captions],
];

/** The ending of a name in capitals ("PDF"), or "File". */
const typeOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File';

/** Larger texts are downloaded instead of read in the page. */
const readableBytes = 1_000_000;

export function DownloadLink({ file }: { file: ContentFile }) {
  return (
    <a
      href={file.url}
      download={file.name}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink"
    >
      <Download aria-hidden="true" className="size-4!" />
      <span className="max-sm:sr-only">Download</span>{' '}
      <span className="font-normal text-faint">{formatBytes(file.sizeBytes)}</span>
    </a>
  );
}

function FileRow({ file }: { file: ContentFile }) {
  const [reading, setReading] = useState(false);
  const Icon = icons.find(([pattern]) => pattern.test(file.name))?.[1] ?? File;
  const isText = file.contentType === 'text/plain' && file.sizeBytes <= readableBytes;
  return (
    <li className="file-row">
      <span className="file-icon">
        <Icon aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere">{file.name}</b>
        <span className="text-sm text-muted">
          {typeOf(file.name)} · {formatBytes(file.sizeBytes)}
        </span>
      </span>
      {isText ? (
        <Button size="sm" onClick={() => setReading(true)}>
          <span>
            Read<span className="sr-only"> {file.name}</span>
          </span>
        </Button>
      ) : null}
      <a
        href={file.url}
        download={file.name}
        aria-label={`Download ${file.name}`}
        title="Download"
        className="icon-btn"
      >
        <Download aria-hidden="true" />
      </a>
      <Suspense>{reading ? <TextFileReader file={file} onClose={() => setReading(false)} /> : null}</Suspense>
    </li>
  );
}

/** Files that the page cannot play or show: type, size and download; texts also open for reading. */
export function FileList({ files }: { files: readonly ContentFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2" aria-label="Files">
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  );
}
