import { ExternalLink } from 'lucide-react';
import { t } from '#contract/language/text.ts';

/** A link that a user wrote. Search engines do not follow it, and the linked site gets no referrer. */
export function UntrustedLink({ href, children }: { href: string; children?: string }) {
  const text = children ?? href.replace(/^https?:\/\//, '').replace(/\/$/, '');
  // Only http and https become a link.
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
      <span className="sr-only">{t`(opens in a new tab)`}</span>
    </a>
  );
}
