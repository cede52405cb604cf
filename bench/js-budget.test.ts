import { expect, test } from 'vitest';
import { firstLoadBytes, isBuilt } from './js-budget.ts';

// Measured on the build of this checkout; `npm test` makes one, a lone run of the unit tests may not have any.
test('a first visit to a pool loads less than 120 KB of script, compressed', async (context) => {
  if (!isBuilt()) context.skip('dist/ is not built');
  const { bytes } = await firstLoadBytes('web/pages/pool-page.tsx');
  expect(bytes).toBeLessThan(120 * 1024);
});
