import { X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { IconButton } from './button.tsx';

export type DialogSize = 'sm' | 'md' | 'lg';

const widths: Record<DialogSize, string> = {
  sm: 'w-[min(420px,calc(100vw-32px))]',
  md: 'w-[min(520px,calc(100vw-32px))]',
  lg: 'w-[min(760px,calc(100vw-32px))]',
};

/** The class of a modal dialog in the middle of the window. */
export const dialogClass = (size: DialogSize): string =>
  `dialog m-auto max-h-[calc(100dvh-32px)] animate-[dialog-in_200ms_var(--ease)] rounded-2xl ${widths[size]}`;

/** The close button asks the dialog, as Escape does. */
const requestClose = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));

export const dialogBody = 'px-6 pt-1 pb-6';

export function DialogHead({ id, title, isClosable }: { id: string; title: Text; isClosable?: boolean }) {
  return (
    <div className="sticky top-0 z-1 flex items-start gap-3 bg-raised ps-6 pe-3 pt-4 pb-2">
      <h2 id={id} className="min-w-0 flex-1 pt-2.5 text-xl">
        {title}
      </h2>
      {isClosable ? (
        <IconButton label={t`Close`} onClick={requestClose}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-foot sticky bottom-0 flex flex-wrap justify-end gap-2.5 border-t border-line bg-raised px-6 pt-3 pb-5 max-[480px]:[&>.btn]:flex-auto">
      {children}
    </div>
  );
}
