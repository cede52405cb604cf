import { Maximize2, Minimize2, X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { IconButton } from '#web/ui/button.tsx';
import { openModal } from '#web/ui/modal-stack.ts';
import { useWide } from './use-wide.ts';

export interface DrawerProps {
  /** The id of the row, so that each row starts at its top. */
  of: string;
  title: ReactNode;
  /** The accessible name. */
  label: Text;
  /** Its content needs more space than the list: a review. */
  roomy?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}

function Head({
  title,
  id,
  onClose,
  children,
}: {
  title: ReactNode;
  id: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-2 flex items-start gap-1 bg-surface ps-5 pe-3 pt-3 pb-2">
      <h2 id={id} className="min-w-0 flex-1 pt-2 text-xl wrap-anywhere">
        {title}
      </h2>
      {children}
      <IconButton label={t`Close details`} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </header>
  );
}

function Body({ children }: { children: ReactNode }) {
  return <div className="@container px-5 pt-1 pb-6">{children}</div>;
}

/** Full screen: modal, so that the list behind it cannot be reached. */
function FullScreen({ label, title, onClose, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    return openModal(dialog);
  }, []);
  return (
    <dialog
      ref={ref}
      className="sheet fixed inset-y-0 start-auto end-0 h-dvh max-h-none w-full max-w-none animate-[from-below_200ms_var(--ease)] overflow-y-auto bg-surface wrap-break-word md:w-160 md:animate-[from-end_200ms_var(--ease)]"
      data-list-drawer=""
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Head title={title} id={id} onClose={onClose} />
      <Body>{children}</Body>
    </dialog>
  );
}

/** The details of a row: beside the list on a wide screen, instead of it on a narrow one. */
export function Drawer(props: DrawerProps) {
  const { of, title, label, roomy, onClose, children } = props;
  const isWide = useWide();
  const [isAlone, setAlone] = useState(false);
  const id = useId();
  if (!isWide) return <FullScreen key={of} {...props} />;
  return (
    <aside
      key={of}
      className="drawer"
      data-roomy={roomy || undefined}
      data-alone={isAlone || undefined}
      aria-label={label}
    >
      <Head title={title} id={id} onClose={onClose}>
        {roomy ? (
          <IconButton label={isAlone ? t`Show the list` : t`Use the full width`} onClick={() => setAlone(!isAlone)}>
            {isAlone ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          </IconButton>
        ) : null}
      </Head>
      <Body>{children}</Body>
    </aside>
  );
}
