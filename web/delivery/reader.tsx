import { useQuery } from '@tanstack/react-query';
import { AArrowDown, AArrowUp, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { AppError } from '#contract/app-error.ts';
import type { ContentFile } from '#contract/delivery.ts';
import { t } from '#contract/language/text.ts';
import { ownError } from '#web/data/failures.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialog.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

const sizes = ['1.0625rem', '1.1875rem', '1.375rem', '1.625rem'] as const;

/** A text in full screen, with a comfortable measure and a choice of sizes. */
function Reader({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId();
  const [size, setSize] = useState(1);
  return (
    <Modal
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-paper text-ink open:flex"
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="flex items-center gap-1 border-b border-line py-2 ps-5 pe-3">
        <h2 id={id} className="min-w-0 flex-1 truncate text-lg" dir="auto">
          {title}
        </h2>
        <IconButton label={t`Smaller text`} disabled={size === 0} onClick={() => setSize(size - 1)}>
          <AArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Larger text`} disabled={size === sizes.length - 1} onClick={() => setSize(size + 1)}>
          <AArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Close`} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the text */}
      <section className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} aria-label={title} data-autofocus>
        <div
          className="mx-auto max-w-[36em] px-5 pt-10 pb-20 text-start leading-[1.7] wrap-anywhere whitespace-pre-line"
          dir="auto"
          style={{ fontSize: sizes[size] }}
        >
          {children}
        </div>
      </section>
    </Modal>
  );
}

export function TextReader({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <Reader title={title} onClose={onClose}>
      {text}
    </Reader>
  );
}

// Without contract/errors.ts, whose texts would all be in the catalogue of the pool page.
const refusal = (status: number) =>
  status === 403
    ? new AppError('content_locked', { message: t`Only fans who paid for this pool can see the delivery.` })
    : ownError('not_found');

async function fetchText({ url }: ContentFile): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw refusal(answer.status);
  return answer.text();
}

/** Opens a delivered text file. */
export function TextFileReader({ file, onClose }: { file: ContentFile; onClose: () => void }) {
  const text = useQuery({ queryKey: ['delivered text', file.id], queryFn: () => fetchText(file) });
  return (
    <Reader title={file.name} onClose={onClose}>
      <Loaded of={text} loading={<Skeleton className="h-64" />} failed={t`We couldn’t load this text`}>
        {(content) => content}
      </Loaded>
    </Reader>
  );
}
