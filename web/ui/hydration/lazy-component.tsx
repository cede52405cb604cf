import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { textOf } from '#contract/language/text.ts';
import { ErrorState } from '#web/ui/loading-states.tsx';
import { type CodeLoader, createCodeLoader, loadFailure, showLoadFailure } from './code-loader.ts';
import { serverPart } from './server-part.tsx';

interface LazyOptions {
  /** The server renders the fallback, for parts that only the browser can draw or that the person opens. */
  browserOnly?: boolean;
  /** Fallback while the code loads, after a navigation within the browser. If the code cannot be loaded, a note takes its place. */
  waiting?: ReactNode;
  /** Fetch the code immediately instead of at the first render, for components that are certain to be shown. */
  soon?: boolean;
}

interface PartProps {
  /** Called when the code cannot be loaded, for parts that the person opens; the next opening tries again. Default: `onClose`. */
  onLoadFailure?: () => void;
  /** Overrides the option for this place. */
  waiting?: ReactNode;
}

interface WaitingProps {
  loader: Omit<CodeLoader<never>, 'whenLoaded'>;
  onFailure?: (() => void) | undefined;
  children: ReactNode;
}

/** Stands in for a part while its code loads, says so when that fails, and tries again when the browser is online again. */
export function Waiting({ loader, onFailure, children }: WaitingProps) {
  const [failed, setFailed] = useState(false);
  const fail = useEffectEvent(() => {
    if (onFailure || !children) showLoadFailure();
    if (onFailure) onFailure();
    else setFailed(true);
  });
  useEffect(() => {
    const stop = loader.onFailure(() => fail());
    window.addEventListener('online', loader.load);
    loader.load();
    return () => {
      stop();
      window.removeEventListener('online', loader.load);
    };
  }, [loader]);
  if (!failed || !children) return children;
  const retry = () => {
    setFailed(false);
    loader.load();
  };
  const error = new Error(textOf(loadFailure.message));
  return <ErrorState title={textOf(loadFailure.title)} error={error} onRetry={retry} />;
}

/**
 * A component that the server renders as usual, but whose code the browser fetches after the rest of the page. Until then the server's
 * HTML stays in place, also if the code cannot be loaded: the rest of the page keeps working.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { browserOnly = false, waiting: usual = null, soon = false }: LazyOptions = {},
): (props: Props & PartProps) => ReactNode {
  const loader = createCodeLoader(load);
  if (soon && !import.meta.env.SSR) loader.load();
  const isOnServer = import.meta.env.SSR && !browserOnly;
  const Part = (isOnServer ? serverPart(load) : lazy(() => loader.whenLoaded())) as ComponentType<object>;
  return ({ onLoadFailure, waiting = usual, ...props }) => {
    const { onClose } = props as { onClose?: () => void };
    return (
      <Suspense
        fallback={
          <Waiting loader={loader} onFailure={onLoadFailure ?? onClose}>
            {waiting}
          </Waiting>
        }
      >
        <Part {...props} />
      </Suspense>
    );
  };
}
