import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import type { ReportTarget } from './report-dialog.tsx';

const loadDialog = () => import('./report-dialog.tsx').then((module) => module.ReportDialog);
const ReportDialog = lazyComponent(null, loadDialog);

/** Opens the report dialog; signs a visitor in first. Pages leave it out for the owner of the content. */
export function ReportButton({ kind, id, what, small }: ReportTarget & { small?: boolean }) {
  const user = useUser();
  const signIn = useSignInFirst(`report ${what}`);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size={small ? 'sm' : 'md'}
        icon={small ? null : <Flag aria-hidden="true" />}
        onPointerEnter={() => void loadDialog()}
        onClick={user ? () => setOpen(true) : signIn}
      >
        <span>
          Report<span className={small ? 'sr-only' : undefined}> {what}</span>
        </span>
      </Button>
      {open ? <ReportDialog kind={kind} id={id} what={what} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
