import { lazy, Suspense, useState } from 'react';
import type { DropdownMenuProps } from './radix-menu.tsx';

const RadixMenu = lazy(async () => ({ default: (await import('./radix-menu.tsx')).RadixMenu }));

/** A button with a dropdown menu. The menu's code loads on hover or click, so that pages load without it. */
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
