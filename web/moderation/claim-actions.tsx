import { Check, X } from 'lucide-react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { OwnDecision, ownDecisionSkip } from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';

/** The state tabs of a list whose entries are approved or rejected. */
export const claimTabs = [
  ['pending', msg`Waiting`],
  ['approved', msg`Approved`],
  ['rejected', msg`Rejected`],
  ['', msg({ message: 'All', context: 'claims or applications in all states' })],
] as const;

export type ClaimAction = 'approve' | 'reject';

interface Claim {
  status: 'pending' | 'approved' | 'rejected';
  /** The decision concerns the viewer. */
  own?: boolean | undefined;
}

/** The same actions as a menu; empty once the claim is decided. */
export function claimMenu({ status, own }: Claim, onAct: (act: ClaimAction) => void): MenuItem[] {
  if (status !== 'pending' || own) return [];
  return [
    { label: t`Approve…`, icon: <Check aria-hidden="true" />, onSelect: () => onAct('approve') },
    { label: t`Reject…`, icon: <X aria-hidden="true" />, onSelect: () => onAct('reject') },
  ];
}

interface ClaimBulk<Item> {
  /** The change to one item, for the preview. */
  approve: (item: Item) => Text;
  reject: (item: Item) => Text;
  /** Why an admin has to open this item before they decide it so; undefined if the row says enough. */
  mustOpen?: (item: Item, status: 'approved' | 'rejected') => Text | undefined;
  rejectReason: { label: Message; hint: Message };
  decide: (item: Item, status: 'approved' | 'rejected', reason?: string) => Promise<unknown>;
  /** The result of an approval: "Verified". */
  approved: Message;
  refresh: readonly AnyEndpoint[];
}

/** The same actions for the selected rows. */
export function claimBulk<Item extends Claim>(claims: ClaimBulk<Item>): readonly BulkAction<Item>[] {
  const { decide, refresh } = claims;
  const planOf = (status: 'approved' | 'rejected', change: (item: Item) => Text) => (item: Item) => {
    if (item.status !== 'pending') return { skip: t`Already decided.` };
    if (item.own) return { skip: textOf(ownDecisionSkip) };
    const skip = claims.mustOpen?.(item, status);
    return skip ? { skip } : { change: change(item) };
  };
  return [
    {
      key: 'approve',
      open: msg`Approve…`,
      question: (rows) => t`Approve ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Approve ${{ rows }}`,
      icon: <Check aria-hidden="true" />,
      variant: 'paid',
      plan: planOf('approved', claims.approve),
      run: (item) => decide(item, 'approved'),
      done: claims.approved,
      refresh,
    },
    {
      key: 'reject',
      open: msg`Reject…`,
      question: (rows) => t`Reject ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Reject ${{ rows }}`,
      icon: <X aria-hidden="true" />,
      variant: 'danger',
      reason: claims.rejectReason,
      plan: planOf('rejected', claims.reject),
      run: (item, reason) => decide(item, 'rejected', reason),
      done: msg`Rejected`,
      refresh,
    },
  ];
}

/** The buttons to approve or reject a claim or an application; for one's own, why there are none. */
export function ClaimActions({ own, onAct }: { own: boolean | undefined; onAct: (act: ClaimAction) => void }) {
  if (own) return <OwnDecision />;
  return (
    <>
      <Button variant="paid" onClick={() => onAct('approve')}>{t`Approve…`}</Button>
      <Button onClick={() => onAct('reject')}>{t`Reject…`}</Button>
    </>
  );
}
