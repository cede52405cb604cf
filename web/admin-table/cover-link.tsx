import { Link, type LinkProps } from '#web/ui/link.tsx';

/** A link whose area is the whole row or tile around it: the nearest positioned element. */
export function CoverLink({ className, ...rest }: LinkProps & { className: string }) {
  return (
    <Link
      {...rest}
      className={`after:absolute after:inset-0 after:-outline-offset-3 after:outline-accent-text focus-visible:outline-none focus-visible:after:outline-2 ${className}`}
    />
  );
}
