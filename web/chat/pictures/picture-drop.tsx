import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';

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
      className="chat-room"
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
        <p className="chat-drop">
          <ImagePlus aria-hidden="true" />
          Drop pictures to add them to your message
        </p>
      ) : null}
    </div>
  );
}
