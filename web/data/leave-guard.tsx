import { useEffect } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useLeaveGuard } from './use-router.ts';

/** Asks for confirmation before the user leaves a page with unfinished work. */
export function LeaveGuard({ when, children }: { when: boolean; children: Text }) {
  const { leave, stay } = useLeaveGuard(when);
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
  return (
    <Confirm
      open={leave !== null}
      onClose={stay}
      onConfirm={() => leave?.()}
      title={t`Leave this page?`}
      action={t`Leave`}
      cancel={t`Stay`}
    >
      <p className="text-muted">{children}</p>
    </Confirm>
  );
}
