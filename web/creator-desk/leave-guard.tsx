import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '#web/ui/dialog.tsx';

/** Asks before a page is left on which something is under way. */
export function LeaveGuard({ when, children }: { when: boolean; children: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave this page?"
      action="Leave"
      cancel="Stay"
    >
      <p className="text-muted">{children}</p>
    </Confirm>
  );
}
