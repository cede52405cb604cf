import { expect, it } from 'vitest';
import { getVerification, listAdminPools, listVerifications } from '#contract/calls/admin.ts';
import { refreshAdminList } from './admin-counts.ts';
import { makeQueryClient, query } from './query.ts';

it('fetches a changed admin list and its open entry again, and no other list', async () => {
  const queries = makeQueryClient();
  const cached = [
    query(listVerifications, { query: { status: 'pending' } }),
    query(getVerification, { params: { id: 'f3' } }),
    query(listAdminPools),
  ];
  for (const { queryKey } of cached) queries.setQueryData(queryKey, {});
  await refreshAdminList(queries, listVerifications);
  expect(cached.map(({ queryKey }) => queries.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true, false]);
});
