import { lazy, type ReactNode, Suspense, useState } from 'react';

export interface MenuItem {
  label: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** For choices that can be made and taken back: whether it is made. */
  checked?: boolean;
}

export interface DropdownMenuProps {
  /** Class, content and accessible name of the button that opens it. */
  triggerClass: string;
  trigger: ReactNode;
  label: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  onOpenChange?: (open: boolean) => void;
}

const RadixMenu = lazy(async () => ({ default: (await import('./radix-menu.tsx')).RadixMenu }));

/** A menu on a button. Its code comes with the first hint that somebody wants it, so that pages start without it. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <button
      type="button"
      className={props.triggerClass}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => void import('./radix-menu.tsx')}
      onClick={() => {
        setWanted(true);
        props.onOpenChange?.(true);
      }}
    >
      {props.trigger}
    </button>
  );
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <RadixMenu {...props} />
    </Suspense>
  );
}
