import { ShieldCheck, Star, StarOff } from 'lucide-react';
import { actOnPool } from '#contract/calls/admin.ts';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { listedPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { navigate } from '#web/ui/navigation.ts';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { PoolMenu } from './pool-page-menu.tsx';

/** The admin's menu items. Highlighting works at once; freezing and removing open the admin page, which asks for a reason. */
function useAdminItems(pool: Pool): MenuItem[] {
  const refresh = useRefresh();
  const highlight = async () => {
    try {
      const action = pool.isHighlighted ? 'unhighlight' : 'highlight';
      await call(actOnPool, { params: { id: pool.id }, body: { action } });
      await refresh(getPool, resolvePool, listPools);
      toast({
        title: pool.isHighlighted ? t`No longer highlighted` : t`Highlighted`,
        description: verbatim(pool.title),
      });
    } catch (error) {
      toastError(error);
    }
  };
  const items: MenuItem[] = [];
  if (pool.isHighlighted) {
    items.push({ label: t`Unhighlight`, icon: <StarOff aria-hidden="true" />, onSelect: () => void highlight() });
  } else if (listedPoolStatuses.includes(pool.status)) {
    items.push({ label: t`Highlight`, icon: <Star aria-hidden="true" />, onSelect: () => void highlight() });
  }
  const target = `${paths.adminPools}?search=${encodeURIComponent(pool.title)}`;
  items.push({
    label: pool.frozen ? t`Unfreeze, remove…` : t`Freeze, remove…`,
    icon: <ShieldCheck aria-hidden="true" />,
    onSelect: () => navigate(target),
  });
  return items;
}

/** The menu of a pool for admins. Separate, so that other people do not load the contract of the admin area. */
export function AdminPoolMenu({ pool }: { pool: Pool }) {
  return <PoolMenu pool={pool} adminItems={useAdminItems(pool)} />;
}
