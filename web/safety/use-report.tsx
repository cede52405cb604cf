import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t, textOf } from '#contract/language/text.ts';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { type ReportTarget, reportTextsOf } from './report-texts.ts';

const ReportDialog = lazyComponent(() => import('./report-dialog.tsx').then((module) => module.ReportDialog), {
  browserOnly: true,
});

/** "Report" as a menu item, and the dialog that it opens. Signs a visitor in first. Menus leave it out for the owner of the content. */
export function useReport(target: ReportTarget): { item: MenuItem; dialog: ReactNode } {
  const user = useUser();
  const signIn = useSignInFirst(textOf(reportTextsOf(target).signIn));
  const [open, setOpen] = useState(false);
  return {
    item: {
      label: t({ message: 'Report', context: 'button: tell the admins about something' }),
      icon: <Flag aria-hidden="true" />,
      onSelect: user ? () => setOpen(true) : signIn,
    },
    dialog: open ? <ReportDialog {...target} onClose={() => setOpen(false)} /> : null,
  };
}
