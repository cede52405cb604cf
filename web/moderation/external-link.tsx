import { ExternalLink } from 'lucide-react';

/** A stranger's address: never followed by search engines, told nothing of where it was opened. */
export function OutsideLink({ href, children }: { href: string; children?: string }) {
  const text = children ?? href.replace(/^https?:\/\//, '').replace(/\/$/, '');
  // Only what the contract lets through becomes a link.
  if (!/^https?:\/\//i.test(href)) return <span className="wrap-anywhere">{href}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link inline-flex min-h-8 items-center gap-1.5 wrap-anywhere"
    >
      {text}
      <ExternalLink aria-hidden="true" className="size-4!" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
