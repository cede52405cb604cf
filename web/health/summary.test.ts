import { expect, it } from 'vitest';
import type { HealthCheck } from '#contract/admin/health.ts';
import { summaryOf } from './summary.ts';

const check = (id: HealthCheck['id'], name: string, state: HealthCheck['state'], message = `${name} message.`) => ({
  id,
  name,
  state,
  message,
});
const fine = [
  check('database', 'Database', 'ok'),
  check('jobs', 'Jobs', 'ok'),
  check('redis', 'Redis', 'off'),
  check('books', 'Books', 'ok'),
  check('backup', 'Backup', 'ok'),
];

it('gives reasons when all is well', () => {
  expect(summaryOf(fine)).toEqual({
    state: 'ok',
    title: 'All systems are fine',
    text: 'Database message. Jobs message. Books message. Backup message.',
  });
});

it('names each warning', () => {
  expect(summaryOf([...fine, check('disk', 'Disk', 'warning')])).toEqual({
    state: 'warning',
    title: 'Everything works, and 1 thing needs a look',
    text: 'Disk.',
  });
});

it('puts problems before warnings', () => {
  const checks = [...fine, check('disk', 'Disk', 'warning'), check('mail', 'Email', 'problem')];
  expect(summaryOf([...checks, check('cards', 'Card processor', 'problem')])).toEqual({
    state: 'problem',
    title: '2 problems to fix now',
    text: 'Email and Card processor. 1 other part can wait: Disk.',
  });
});
