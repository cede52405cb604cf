import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language/text.ts';
import type { Words } from '#web/ui/rich-text.tsx';
import { Link } from './link.tsx';
import { goBack } from './navigation.ts';

export interface BackLinkProps {
  /** The path to open. Without it, the link goes back in history. */
  href?: string;
  /** The path to open if the history is empty; creator pages pass the list of creators. */
  fallback?: string;
  children?: ReactNode;
}

export function BackLink({
  href,
  fallback = '/',
  children = t({ message: 'Back', context: 'leads to the previous page' }),
}: BackLinkProps) {
  return (
    <Link
      to={href ?? fallback}
      className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold text-muted hover:text-ink"
      onClick={(event) => {
        if (href) return;
        event.preventDefault();
        goBack(fallback);
      }}
    >
      <ArrowLeft aria-hidden="true" />
      <span className="contents">{children}</span>
    </Link>
  );
}

export interface PageHeaderProps {
  title: Words;
  /** A sentence below the title. */
  lead?: ReactNode;
  /** true goes back in history; a path opens that page. */
  back?: boolean | string;
  actions?: ReactNode;
}

/** The top of a page: back link, title and actions. */
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
