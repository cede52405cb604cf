import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { msg, type Text, t, verbatim } from '#contract/language/text.ts';
import { formatBytes } from '#contract/values/format-bytes.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { isReadable } from './content-files.ts';
import { FileItem } from './file-icon.tsx';

const TextFileReader = lazyComponent(async () => (await import('./reader.tsx')).TextFileReader, { browserOnly: true });

/** The ending of a name in capitals ("PDF"), or "File". */
function typeOf(name: string): Text {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ? verbatim(ending.toUpperCase()) : t({ message: 'File', context: 'a file of an unknown type' });
}

export function DownloadLink({ file }: { file: ContentFile }) {
  return (
    <a
      href={file.url}
      download={file.name}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink"
    >
      <Download aria-hidden="true" className="size-4!" />
      <span className="max-sm:sr-only">{t`Download`}</span>{' '}
      <span className="font-normal text-faint">{formatBytes(file.sizeBytes)}</span>
    </a>
  );
}

function FileRow({ file }: { file: ContentFile }) {
  const [reading, setReading] = useState(false);
  const isText = isReadable(file);
  return (
    <FileItem name={file.name}>
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere" dir="auto">
          {file.name}
        </b>
        <span className="text-sm text-muted">
          <bdi>{typeOf(file.name)}</bdi> · {formatBytes(file.sizeBytes)}
        </span>
      </span>
      {isText ? (
        <Button size="sm" onClick={() => setReading(true)}>
          <span>
            <RichText
              text={msg`Read<hidden> ${{ name: file.name }}</hidden>`}
              tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
            />
          </span>
        </Button>
      ) : null}
      <a
        href={file.url}
        download={file.name}
        aria-label={t`Download ${{ name: file.name }}`}
        title={t`Download`}
        className="icon-btn"
      >
        <Download aria-hidden="true" />
      </a>
      {reading ? <TextFileReader file={file} onClose={() => setReading(false)} /> : null}
    </FileItem>
  );
}

/** Files that the page cannot play or show: type, size and download; texts also open for reading. */
export function FileList({ files }: { files: readonly ContentFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2" aria-label={t`Files`}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  );
}
