import { expect, it } from 'vitest';
import { auditQuery } from '#contract/admin/audit.ts';
import { requestTermsForm } from '#contract/creators/request-terms.ts';
import { poolForm } from '#contract/pools/pools.ts';
import { instant } from './instant.ts';

const accepts = (text: string) => instant('Choose a date').safeParse(text).success;

it('refuses times outside the years 1 to 9999 in UTC, which PostgreSQL cannot read', () => {
  expect(accepts('0001-01-01T00:00:00Z')).toBe(true);
  expect(accepts('9999-12-31T23:59:59Z')).toBe(true);
  expect(accepts('2026-12-20T00:00:00+23:00')).toBe(true);
  for (const text of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59', 'tomorrow']) {
    expect(accepts(text), text).toBe(false);
    expect(poolForm.shape.deadline.safeParse(text).error?.issues[0]?.message, text).toBe('Deadline must be a date');
    expect(requestTermsForm.shape.awayUntil.safeParse(text).error?.issues[0]?.message, text).toBe('Choose a date');
    expect(auditQuery.shape.from.safeParse(text).success, text).toBe(false);
  }
});
