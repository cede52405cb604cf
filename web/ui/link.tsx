import type { ComponentProps, MouseEvent } from 'react';
import { localized } from '#contract/language/localized-path.ts';
import { navigate, preload } from './navigation.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site; other URLs work as plain links. */
  to: string;
  replace?: boolean;
  keepScroll?: boolean;
}

const isInternal = (to: string) =>
  to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/api/') && !to.startsWith('/sandbox/');

/** An anchor whose plain clicks the router handles. Uses no hooks, because pages have dozens of links. */
export function Link({ to, replace, keepScroll, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || modified || !isInternal(to) || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    navigate(to, { replace, keepScroll });
  };
  return (
    <a {...rest} href={localized(to)} onClick={go} onPointerEnter={isInternal(to) ? () => preload(to) : undefined} />
  );
}

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={className ? `link ${className}` : 'link'} />;
}
