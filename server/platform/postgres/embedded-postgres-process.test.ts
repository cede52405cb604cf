import { expect, it } from 'vitest';
import { bufferMegabytes } from './embedded-postgres-process.ts';

const gigabyte = 2 ** 30;

it.each([
  { machine: 1, limit: 0, megabytes: 128 },
  { machine: 4, limit: 0, megabytes: 512 },
  { machine: 24, limit: 0, megabytes: 1024 },
  { machine: 24, limit: 2, megabytes: 256 },
  // What Node reports without a limit, on some systems.
  { machine: 4, limit: 2 ** 34, megabytes: 512 },
])('PostgreSQL caches $megabytes MB on $machine GB with a limit of $limit GB', ({ machine, limit, megabytes }) => {
  expect(bufferMegabytes(machine * gigabyte, limit * gigabyte)).toBe(megabytes);
});
