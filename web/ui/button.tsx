import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from './link.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'paid';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its place. */
  wide?: boolean;
  className?: string;
}

/** The classes of a button, for what has to be another element. */
export function buttonClass({ variant = 'quiet', size = 'md', wide, className }: Look = {}): string {
  let names = `btn btn-${variant}`;
  if (size !== 'md') names += ` btn-${size}`;
  if (wide) names += ' btn-wide';
  return className ? `${names} ${className}` : names;
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Under way: shows a spinner and refuses another press, but keeps the focus. */
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
      {children}
    </button>
  );
}

/** Looks like a button, goes somewhere. */
export function LinkButton({
  variant,
  size,
  wide,
  className,
  icon,
  children,
  ...rest
}: LinkProps & Look & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, in words: its name for screen readers and its tooltip. */
  label: string;
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
