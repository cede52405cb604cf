import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppError } from '#contract/errors.ts';
import { FanMark } from './brand.tsx';
import { Button } from './button.tsx';
import { failureMessage } from './failure-message.ts';

/** A grey shape in the place and size of what is loading; give it its size by class. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface RowSkeletonProps {
  className: string;
  /** Size of the picture, and of each line beside it. */
  face: string;
  lines: readonly string[];
}

/** Somebody's picture, and what stands beside it. */
export function RowSkeleton({ className, face, lines }: RowSkeletonProps) {
  return (
    <div className={className}>
      <Skeleton className={`${face} flex-none rounded-full!`} />
      <div className="grid flex-1 gap-2">
        {lines.map((line) => (
          <Skeleton key={line} className={line} />
        ))}
      </div>
    </div>
  );
}

/** The same skeleton several times, with one announcement. */
export function SkeletonList({ count, children }: { count: number; children: ReactNode }) {
  return (
    <>
      <span className="sr-only" role="status">
        Loading
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <div key={index}>{children}</div>
      ))}
    </>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** Nothing here: says what this place is for and offers the next step. */
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

function lineOf(error: unknown): string {
  if (error instanceof AppError) return failureMessage(error);
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** Something could not be loaded: says what, and offers to try again. */
export function ErrorState({
  title,
  error,
  onRetry,
  busy,
}: {
  title: string;
  error?: unknown;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <div className="face" role="alert">
      <p className="face-title">{title}</p>
      <p>{lineOf(error)}</p>
      <div className="face-actions">
        <Button onClick={onRetry} busy={busy} icon={<RotateCw aria-hidden="true" />}>
          Retry
        </Button>
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
  /** What `useData` returned. */
  of: Loadable<T>;
  /** Skeletons of the real shape. */
  loading: ReactNode;
  /** What failed, in words: "Comments could not be loaded". */
  failed: string;
  empty?: (data: T) => ReactNode | false;
  children: (data: T) => ReactNode;
}

/** The faces of anything that loads: skeleton, error with Retry, empty, full. */
export function Loaded<T>({ of, loading, failed, empty, children }: LoadedProps<T>) {
  if (of.data !== undefined) return empty?.(of.data) || children(of.data);
  if (of.error)
    return <ErrorState title={failed} error={of.error} onRetry={() => void of.refetch()} busy={of.isFetching} />;
  return loading;
}
