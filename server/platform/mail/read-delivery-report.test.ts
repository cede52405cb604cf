import { expect, test } from 'vitest';
import { deliveryReport } from '#testing/delivery-report.ts';
import { isHardFailure, readDeliveryReport } from './read-delivery-report.ts';

const tag = 'a'.repeat(32);
const read = (raw: string) => readDeliveryReport(Buffer.from(raw), 'X-Delivery-Tag');

test('reads each failed recipient with status, answer, and the tag of the returned headers', async () => {
  const raw = deliveryReport({ recipient: 'ada@old.example', original: 'ada@example.org', tag });
  expect(await read(raw)).toEqual({
    tag,
    mailedTo: ['ada@example.org'],
    failures: [
      {
        addresses: ['ada@example.org', 'ada@old.example'],
        status: '5.1.1',
        diagnostic: '550 5.1.1 <ada@old.example>: Recipient address rejected: User unknown',
      },
    ],
  });
});

test('reports no failure for a delayed mail', async () => {
  expect(
    await read(deliveryReport({ recipient: 'a@b.example', tag, action: 'delayed', status: '4.4.1' })),
  ).toMatchObject({
    failures: [],
  });
});

test('ignores emails that are not reports, reports without our tag, and junk', async () => {
  expect(await read('Subject: Hello\r\n\r\nX-Delivery-Tag: abc')).toBeUndefined();
  expect(await read(deliveryReport({ recipient: 'a@b.example', tag: 'forged' }))).toBeUndefined();
  expect(await read('')).toBeUndefined();
  expect(
    await read(`Content-Type: multipart/report; boundary="B1"\r\n\r\n${'--B1\r\n\r\n'.repeat(500)}`),
  ).toBeUndefined();
});

// Backtracking over this text would take hours.
test('reads a long recipient without an address in linear time', async () => {
  expect(await read(deliveryReport({ recipient: '.'.repeat(4_000_000), tag }))).toMatchObject({ failures: [] });
});

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.2.2', false],
  ['5.7.1', false],
  ['4.2.2', false],
  ['', false],
])('status %s: a hard failure is %s', (status, hard) => {
  expect(isHardFailure(status)).toBe(hard);
});
