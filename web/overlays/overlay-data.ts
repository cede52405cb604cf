import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listOverlays } from '#contract/calls/overlays.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Overlay } from '#contract/overlays/overlays.ts';
import { query } from '#web/data/query.ts';

/** Streaming software opens overlays at any time. */
export const myOverlays = { ...query(listOverlays), staleTime: 10_000 };
type MyOverlays = OutputOf<typeof listOverlays>;

const change = (queries: QueryClient, edit: (overlays: Overlay[]) => Overlay[]) =>
  queries.setQueryData(
    myOverlays.queryKey,
    (data: MyOverlays | undefined) => data && { ...data, overlays: edit(data.overlays) },
  );

/** Functions that change the list before the server is asked again. */
export function useOverlayList() {
  const queries = useQueryClient();
  return {
    put: (overlay: Overlay) =>
      change(queries, (all) =>
        all.some(({ id }) => id === overlay.id)
          ? all.map((each) => (each.id === overlay.id ? overlay : each))
          : [...all, overlay],
      ),
    remove: (id: string) => change(queries, (all) => all.filter((each) => each.id !== id)),
  };
}
