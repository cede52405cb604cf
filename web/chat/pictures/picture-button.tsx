import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { IconButton } from '#web/ui/button.tsx';

/** The button that picks pictures: the way for phones, which cannot paste or drop them. */
export function PictureButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t`Add pictures`} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={limits.imageTypes.join(',')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Otherwise choosing the same file again would fire no change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
