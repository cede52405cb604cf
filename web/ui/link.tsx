import type { ComponentProps, MouseEvent } from 'react';
import { navigate, preload } from './navigation.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of ours; other addresses work as plain links. */
  to: string;
  replace?: boolean;
  keepScroll?: boolean;
}

const ours = (to: string) =>
  to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/api/') && !to.startsWith('/sandbox/');

/** A plain anchor that the router takes over on a plain click. No hooks: pages have dozens of them. */
export function Link({ to, replace, keepScroll, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || modified || !ours(to) || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    navigate(to, { replace, keepScroll });
  };
  return <a {...rest} href={to} onClick={go} onPointerEnter={ours(to) ? () => preload(to) : undefined} />;
}

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={className ? `link ${className}` : 'link'} />;
}
