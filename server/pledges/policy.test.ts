import { expect, test } from 'vitest';
import { AppError } from '#contract/app-error.ts';
import { pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { poolStatuses } from '#contract/pools/pools.ts';
import { assertMayCharge } from './policy.ts';

const collecting = { status: 'collecting', frozen: false, takesLatePledges: false } as const;
const due = { status: 'notified', due: true, amountCents: 20_00, fanSuspended: false } as const;

/** The code with which a charge of $20 is refused. */
function refusalOf(
  pool: Partial<Parameters<typeof assertMayCharge>[0]>,
  pledge: Partial<Parameters<typeof assertMayCharge>[1]>,
): string {
  try {
    assertMayCharge({ ...collecting, ...pool }, { ...due, ...pledge }, 20_00);
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

function chargeable(takesLatePledges: boolean): string[] {
  return poolStatuses.flatMap((poolStatus) =>
    pledgeStatuses
      .filter((status) => refusalOf({ status: poolStatus, takesLatePledges }, { status }) === 'none')
      .map((status) => `${status}, pool ${poolStatus}`),
  );
}

test('a charge begins only while the pool collects, or for a late pledge that the creator allows', () => {
  const onTime = ['charging, pool collecting', 'notified, pool collecting'];
  expect(chargeable(false)).toEqual(expect.arrayContaining(onTime));
  expect(chargeable(false)).toHaveLength(2);
  // A pool takes late pledges only after its delivery (store-pledges.sql).
  const late = poolStatuses.map((status) => `setup_pending, pool ${status}`);
  expect(chargeable(true)).toEqual(expect.arrayContaining([...onTime, ...late]));
  expect(chargeable(true)).toHaveLength(onTime.length + late.length);
});

test('no charge begins after the payment window, during a freeze, or of another amount than the pledge', () => {
  expect(refusalOf({}, { due: false })).toBe('nothing_due');
  expect(refusalOf({ frozen: true }, {})).toBe('pool_frozen');
  expect(refusalOf({}, { amountCents: 19_99 })).toBe('conflict');
  expect(refusalOf({ frozen: true }, { due: false })).toBe('nothing_due');
});
