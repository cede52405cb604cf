import { expect, it } from 'vitest';
import { appError } from '#contract/errors.ts';
import { makeQueryClient } from '#web/data/query.ts';
import { feedPage } from './feed-filter.ts';
import { highlightedPools } from './feed-queries.ts';

it('names highlighted pools in their load failure', async () => {
  const queries = makeQueryClient(() => Promise.reject(appError('unavailable')));
  await expect(queries.fetchQuery(highlightedPools)).rejects.toThrow(/^Failed to fetch highlighted pools$/);
  await expect(queries.fetchQuery(feedPage(1))).rejects.toThrow(/^Failed to fetch pools$/);
});
