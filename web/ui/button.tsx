import type { ComponentProps, ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import { Link, type LinkProps } from './link.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'paid';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills the width of its container. */
  wide?: boolean;
  className?: string;
}

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ variant = 'quiet', size = 'md', wide, className }: ButtonStyle = {}): string {
  let names = `btn btn-${variant}`;
  if (size !== 'md') names += ` btn-${size}`;
  if (wide) names += ' w-full';
  return className ? `${names} ${className}` : names;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** The action is in progress: shows a spinner and ignores presses, but keeps the focus. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  wide,
  className,
  busy,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ variant, size, wide, className })}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  wide,
  className,
  icon,
  children,
  ...rest
}: LinkProps & ButtonStyle & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and the tooltip. */
  label: Text;
}

export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={className ? `icon-btn ${className}` : 'icon-btn'}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
