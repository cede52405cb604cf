import { Ban, Ellipsis, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { unblockUser } from '#contract/calls/people.ts';
import { t } from '#contract/language/text.ts';
import type { UserProfile } from '#contract/people.ts';
import { callsAboutBlocks, reportBlockChange } from '#web/data/block-changes.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useReport } from '#web/safety/use-report.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

const BlockDialog = lazyComponent(() => import('#web/safety/block-dialog.tsx').then((module) => module.BlockDialog), {
  browserOnly: true,
});

/** The menu of another person's profile, for signed-in users. */
export function ProfileMenu({ person }: { person: UserProfile }) {
  const refresh = useRefresh();
  const [blocking, setBlocking] = useState(false);
  const report = useReport({ kind: 'profile', id: person.id, name: person.username });
  const unblock = async () => {
    try {
      await call(unblockUser, { params: { id: person.id } });
      reportBlockChange();
      await refresh(...callsAboutBlocks);
      toast({ title: t`@${{ username: person.username }} is no longer blocked` });
    } catch (error) {
      toastError(error);
    }
  };
  const item = person.isBlocked
    ? { label: t`Unblock`, icon: <LockOpen aria-hidden="true" />, onSelect: () => void unblock() }
    : { label: t`Block`, icon: <Ban aria-hidden="true" />, danger: true, onSelect: () => setBlocking(true) };
  return (
    <>
      <DropdownMenu
        triggerClass="btn btn-quiet"
        trigger={<Ellipsis aria-hidden="true" />}
        label={t`More about @${{ username: person.username }}`}
        align="end"
        items={[report.item, item]}
      />
      {report.dialog}
      {blocking ? <BlockDialog person={person} onClose={() => setBlocking(false)} /> : null}
    </>
  );
}
