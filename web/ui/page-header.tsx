import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { goBack } from './navigation.ts';

export interface BackLinkProps {
  /** Where it goes; without it back in history, then to the fallback. */
  href?: string;
  /** Where history is empty; a creator's page gives the list of creators. */
  fallback?: string;
  children?: ReactNode;
}

export function BackLink({ href, fallback = '/', children = 'Back' }: BackLinkProps) {
  return (
    <Link
      to={href ?? fallback}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold text-muted hover:text-ink"
      onClick={(event) => {
        if (href) return;
        event.preventDefault();
        goBack(fallback);
      }}
    >
      <ArrowLeft aria-hidden="true" />
      {children}
    </Link>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  /** A sentence below the title. */
  lead?: ReactNode;
  /** true for history, or where to go. */
  back?: boolean | string;
  actions?: ReactNode;
}

/** Top of a page: way back, title, what can be done. */
export function PageHeader({ title, lead, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back ? <BackLink href={typeof back === 'string' ? back : undefined} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1>{title}</h1>
          {lead ? <p className="mt-2 max-w-text text-lg text-muted">{lead}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2.5">{actions}</div> : null}
      </div>
    </header>
  );
}
