import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { prepareQueues } from './job-queues.ts';

class Unreachable extends PgBoss {
  hasStopped = false;
  override start(): Promise<never> {
    return Promise.reject(new Error('the connection was lost'));
  }
  override stop(): Promise<never> {
    this.hasStopped = true;
    return Promise.reject(new Error('cannot stop'));
  }
}

it('a start that fails tells its own reason, also if stopping then fails', async () => {
  const boss = new Unreachable('postgres://localhost/none');
  await expect(prepareQueues(boss, undefined)).rejects.toThrow('the connection was lost');
  expect(boss.hasStopped).toBe(true);
});
