import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { useLocation } from '#web/data/location.tsx';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const loadDialog = () => import('./add-creator-dialog.tsx').then((module) => module.AddCreatorDialog);
const AddCreatorDialog = lazyComponent(loadDialog, { browserOnly: true });

/** Shown to everyone. Visitors sign in first and return to this page. */
export function AddCreatorButton({ className, label = t`Add a Creator` }: { className: string; label?: Text }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const press = () => {
    if (user) setOpen(true);
    else goToSignIn(pathname + search);
  };
  return (
    <>
      <button type="button" className={className} onPointerEnter={() => user && prefetch(loadDialog)} onClick={press}>
        <UserRoundPlus aria-hidden="true" />
        {label}
      </button>
      {open ? <AddCreatorDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
