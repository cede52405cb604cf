import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppError } from '#contract/app-error.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { FanMark } from './brand.tsx';
import { Button } from './button.tsx';
import { failureMessage } from './failure-message.ts';

/** A gray shape in place of content that is loading. Set its size by class. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface RowSkeletonProps {
  className: string;
  /** Size class of the avatar. */
  avatar: string;
  /** Size classes of the lines beside it. */
  lines: readonly string[];
}

/** Skeleton of an avatar with lines beside it. */
export function RowSkeleton({ className, avatar, lines }: RowSkeletonProps) {
  return (
    <div className={className}>
      <Skeleton className={`${avatar} flex-none rounded-full!`} />
      <div className="grid flex-1 gap-2">
        {lines.map((line) => (
          <Skeleton key={line} className={line} />
        ))}
      </div>
    </div>
  );
}

/** Repeats a skeleton, with one announcement for screen readers. */
export function SkeletonList({ count, children }: { count: number; children: ReactNode }) {
  return (
    <>
      <span className="sr-only" role="status">{t`Loading`}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <div key={index}>{children}</div>
      ))}
    </>
  );
}

export interface EmptyStateProps {
  title: Text;
  children?: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** The state of an empty list: says what belongs here and offers the next step. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="face">
      <FanMark />
      <p className="face-title">{title}</p>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="face-actions">{actions}</div> : null}
    </div>
  );
}

function lineOf(error: unknown): Text {
  if (error instanceof AppError) return failureMessage(error);
  return error instanceof Error ? verbatim(error.message) : t`Something went wrong.`;
}

/** Says what could not be loaded and offers to try again. */
export function ErrorState({
  title,
  error,
  onRetry,
  busy,
}: {
  title: Text;
  error?: unknown;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <div className="face" role="alert">
      <p className="face-title">{title}</p>
      <p>{lineOf(error)}</p>
      <div className="face-actions">
        <Button onClick={onRetry} busy={busy} icon={<RotateCw aria-hidden="true" />}>{t`Retry`}</Button>
      </div>
    </div>
  );
}

interface Loadable<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface LoadedProps<T> {
  /** The result of `useData`. */
  of: Loadable<T>;
  /** Skeletons of the real shape. */
  loading: ReactNode;
  /** Title of the error state: "We couldn’t load the comments". */
  failed: Text;
  empty?: (data: T) => ReactNode | false;
  children: (data: T) => ReactNode;
}

/** Shows the state of a query: skeletons, an error with Retry, the empty state, or the data. */
export function Loaded<T>({ of, loading, failed, empty, children }: LoadedProps<T>) {
  if (of.data !== undefined) return empty?.(of.data) || children(of.data);
  if (of.error)
    return <ErrorState title={failed} error={of.error} onRetry={() => void of.refetch()} busy={of.isFetching} />;
  return loading;
}
