import type { ReactNode } from 'react';
import { t } from '#contract/language/text.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Drawer } from './drawer.tsx';

interface DetailDrawerProps<Detail, Row> {
  id: string;
  wanted: DataQuery<Detail>;
  /** The row of the list, which names the drawer while the details load. */
  row: Row | undefined;
  title: (known: Detail | Row) => ReactNode;
  /** The accessible name. */
  name: (known: Detail | Row) => string;
  roomy?: boolean;
  onClose: () => void;
  children: (detail: Detail) => ReactNode;
}

function DetailSkeleton() {
  return (
    <div className="grid gap-3 pt-2">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** A drawer with the details of a row, read by its id. */
export function DetailDrawer<Detail, Row>(props: DetailDrawerProps<Detail, Row>) {
  const { id, wanted, row, roomy, onClose } = props;
  const detail = useData(wanted);
  const known = detail.data ?? row;
  return (
    <Drawer
      of={id}
      title={known ? props.title(known) : t`Details`}
      label={known ? t`Details of ${{ name: props.name(known) }}` : t`Details`}
      roomy={roomy}
      onClose={onClose}
    >
      <Loaded of={detail} loading={<DetailSkeleton />} failed={t`We couldn’t load the details`}>
        {props.children}
      </Loaded>
    </Drawer>
  );
}
