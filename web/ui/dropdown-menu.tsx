import { useState } from 'react';
import { prefetch } from './hydration/code-loader.ts';
import { lazyComponent } from './hydration/lazy-component.tsx';
import type { DropdownMenuProps } from './radix-menu.tsx';

const loadMenu = () => import('./radix-menu.tsx').then((module) => module.RadixMenu);
const RadixMenu = lazyComponent(loadMenu, { browserOnly: true });

/** A button with a dropdown menu. The menu's code loads on hover or click, so that pages load without it. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [wanted, setWanted] = useState(false);
  const want = (open: boolean) => {
    setWanted(open);
    props.onOpenChange?.(open);
  };
  const plain = (
    <button
      type="button"
      className={props.triggerClass}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => prefetch(loadMenu)}
      onClick={() => want(true)}
    >
      {props.trigger}
    </button>
  );
  return wanted ? <RadixMenu {...props} waiting={plain} onLoadFailure={() => want(false)} /> : plain;
}
