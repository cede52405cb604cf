import { Flag } from 'lucide-react';
import { useState } from 'react';
import { signInPath } from '#contract/paths.ts';
import type { ReportKind } from '#contract/reports.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { toast } from '#web/ui/toast.tsx';

const loadDialog = () => import('./report-dialog.tsx').then((module) => module.ReportDialog);
const ReportDialog = later(null, loadDialog);

export interface Reported {
  kind: ReportKind;
  /** Of the pool, the comment, the creator profile or person, the delivery. */
  id: string;
  /** What it is, in words that complete "Report …": "this pool", "@maya's comment". */
  what: string;
}

/** Tells the admins of something that should not be here. Pages place it; whose own thing it is needs none. */
export function ReportButton({ kind, id, what, small }: Reported & { small?: boolean }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const press = () => {
    if (user) {
      setOpen(true);
      return;
    }
    const here = pathname + search;
    const signIn = () => {
      saveOriginalPage(here);
      location.assign(signInPath(here));
    };
    toast({
      title: 'Authentication required',
      description: `Please log in to report ${what}`,
      action: { label: 'Sign In', onPress: signIn },
    });
  };
  return (
    <>
      <Button
        variant="ghost"
        size={small ? 'sm' : 'md'}
        icon={small ? null : <Flag aria-hidden="true" />}
        onPointerEnter={() => void loadDialog()}
        onClick={press}
      >
        <span>
          Report<span className={small ? 'sr-only' : undefined}> {what}</span>
        </span>
      </Button>
      {open ? <ReportDialog kind={kind} id={id} what={what} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
