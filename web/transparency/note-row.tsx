import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { saveText } from './save-text.ts';

/** A list of signed texts. */
export function NoteList({ children }: { children: ReactNode }) {
  return <ul className="list-none p-0 text-base">{children}</ul>;
}

interface NoteRowProps {
  at: string;
  about: Text;
  /** The hash or key that the text signs. */
  code: string;
  /** Names the button that saves the text. */
  label: Text;
  file: { name: string; text: string };
}

/** A signed text by its date, with a button that saves it. */
export function NoteRow({ at, about, code, label, file }: NoteRowProps) {
  const ready = useHydrated();
  return (
    <li className="m-0 flex items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0">
        <b>{fullDate(at)}</b> <span className="text-muted">{about}</span>
        <code className="block text-sm leading-[1.4] break-all text-muted">{code}</code>
      </div>
      <IconButton label={label} disabled={!ready} onClick={() => saveText(file.name, file.text, 'text/plain')}>
        <Download aria-hidden="true" />
      </IconButton>
    </li>
  );
}
