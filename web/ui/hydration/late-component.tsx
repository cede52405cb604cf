import { type ComponentType, lazy, type ReactNode, Suspense, use, useDeferredValue, useEffect, useMemo } from 'react';
import { createCodeLoader } from './code-loader.ts';
import { endWaiting, firstUse } from './first-use.ts';
import { Waiting } from './lazy-component.tsx';
import { serverPart } from './server-part.tsx';
import { useHydrated } from './use-hydrated.ts';

/** Suspends hydration until the first use of the page. A part that the browser itself renders does not wait. */
function HydrateOnUse({ now, children }: { now: boolean; children: ReactNode }) {
  const isHydrating = !useHydrated();
  if (!import.meta.env.SSR && isHydrating && !now) use(firstUse);
  return children;
}

interface LateOptions<Props> {
  /** Fallback while the code loads, after a navigation within the browser. If the code cannot be loaded, a note takes its place. */
  waiting?: ReactNode;
  /** Whether the part does something without the person, such as opening a dialog. Called in the browser only. */
  isNeededAtOnce?: (props: Props) => boolean;
}

/**
 * A component that the server renders as usual, but whose code the browser fetches when the person first uses the page. The inline script
 * of the page (web/early-clicks.ts) keeps clicks that arrive before the code.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, isNeededAtOnce = () => false }: LateOptions<Props> = {},
): (props: Props) => ReactNode {
  const loader = createCodeLoader(load);
  const Part = (import.meta.env.SSR ? serverPart(load) : lazy(() => loader.whenLoaded())) as ComponentType<Props>;
  return (props) => {
    // React would replace the server's HTML by the fallback if props changed urgently before hydration. It keeps the HTML for a deferred change.
    const shown = useDeferredValue(props);
    const isChanged = shown !== props;
    useEffect(() => {
      if (isChanged) endWaiting();
    }, [isChanged]);
    return useMemo(
      () => (
        <Suspense fallback={<Waiting loader={loader}>{waiting}</Waiting>}>
          <HydrateOnUse now={!import.meta.env.SSR && isNeededAtOnce(shown)}>
            <Part {...shown} />
          </HydrateOnUse>
        </Suspense>
      ),
      [shown],
    );
  };
}
