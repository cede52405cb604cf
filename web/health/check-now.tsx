import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { checkBooks, getHealth } from '#contract/calls/admin.ts';
import { plural, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';

/** Runs the invariants now; the page then shows their result. */
export function CheckNow() {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function check(): Promise<void> {
    setBusy(true);
    try {
      const { invariants } = await call(checkBooks);
      const broken = invariants.filter(({ violations }) => violations.length > 0).length;
      toast({
        title:
          broken === 0
            ? t`${plural({ invariants: invariants.length }, { other: 'All # invariants hold' })}`
            : t`${plural({ invariants: broken }, { other: '# invariants don’t hold' })}`,
      });
      await refresh(getHealth);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Button
      size="sm"
      className="mt-3"
      disabled={!ready}
      busy={busy}
      icon={<ListChecks aria-hidden="true" />}
      onClick={check}
    >{t`Check the books`}</Button>
  );
}
