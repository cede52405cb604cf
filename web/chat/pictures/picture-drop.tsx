import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { t } from '#contract/language/text.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

interface PictureDropProps {
  /** Undefined while the person cannot write a new message here. */
  onFiles: ((files: File[]) => void) | undefined;
  children: ReactNode;
}

/** The element of a room. Takes files that are dropped anywhere on it. The browser never opens them instead of the page. */
export function PictureDrop({ onFiles, children }: PictureDropProps) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button adds pictures, too
    <div
      className="chat-room relative flex min-h-0 flex-1 flex-col"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none';
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles?.([...event.dataTransfer.files]);
        // Enter sends them.
        event.currentTarget.querySelector('textarea')?.focus();
      }}
    >
      {children}
      {over && onFiles ? (
        <p className="pointer-events-none absolute inset-2 z-4 grid place-content-center justify-items-center gap-2 rounded-lg border-2 border-dashed border-(--accent-edge) bg-raised/92 font-[650] text-accent-text">
          <ImagePlus aria-hidden="true" className="size-8" />
          {t`Drop pictures to add them to your message`}
        </p>
      ) : null}
    </div>
  );
}
