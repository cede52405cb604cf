import { ImageUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Text } from '#contract/language/text.ts';

export interface FileDropProps {
  label: Text;
  /** The accepted files: "PNG, JPG or WebP, under 5 MB". */
  note: Text;
  /** As for an input: "image/png,image/jpeg". */
  accept?: string;
  multiple?: boolean;
  /** A file is being sent: accepts no other one, but keeps the focus. */
  busy?: boolean;
  error?: string;
  icon?: ReactNode;
  onFiles: (files: File[]) => void;
}

/** Accepts chosen or dropped files. The native input covers the frame, so the browser handles both. */
export function FileDrop({ label, note, accept, multiple, busy, error, icon, onFiles }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <div className="field">
      <div
        className="drop relative flex flex-col items-center justify-center gap-1.5 px-5 py-6 text-center"
        data-over={over}
      >
        {icon ?? <ImageUp aria-hidden="true" />}
        <b className="text-ink">
          <label htmlFor={id}>{label}</label>
        </b>
        <span id={`${id}-note`}>{note}</span>
        <input
          id={id}
          type="file"
          className="absolute inset-0 cursor-pointer opacity-0"
          accept={accept}
          multiple={multiple}
          aria-disabled={busy || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-note` : `${id}-note`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onClick={(event) => {
            if (busy) event.preventDefault();
          }}
          onDrop={(event) => {
            setOver(false);
            if (busy) event.preventDefault();
          }}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Otherwise choosing the same file again would fire no change event.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </div>
      {error ? (
        <div id={`${id}-error`} className="field-note field-error" role="alert">
          {error}
        </div>
      ) : null}
    </div>
  );
}
