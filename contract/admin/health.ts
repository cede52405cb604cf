import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

const isoDate = z.iso.datetime();
const count = z.number().int();

/** A section of docs/operations.md. `text`: its paragraphs, with code in backticks. */
export const runbookSection = z.object({ title: z.string(), text: z.string() });
export type RunbookSection = z.infer<typeof runbookSection>;

export const healthChecks = [
  'database',
  'jobs',
  'money',
  'waiting',
  'books',
  'cards',
  'refusals',
  'mail',
  'factors',
  'files',
  'disk',
  'backup',
  'channels',
  'redis',
  'nodes',
] as const;
/** `off`: not set up, and nothing is wrong. `warning`: works, but deserves a decision. `problem`: act now. */
export const healthStates = ['ok', 'off', 'warning', 'problem'] as const;
export type HealthState = (typeof healthStates)[number];

export const healthCheck = z.object({
  id: z.enum(healthChecks),
  name: z.string(),
  state: z.enum(healthStates),
  /** One sentence: what holds, or what is wrong and what to do. */
  message: z.string(),
  /** Null if nothing is wrong, or if the sentence says everything. */
  runbook: runbookSection.nullable(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** The processes of one host with the same role and version. */
export const healthNode = z.object({
  host: z.string(),
  role: z.string(),
  version: z.string(),
  processes: count,
  /** The time since which the oldest of them is connected to the database. */
  since: isoDate,
});

export const jobQueue = z.object({
  kind: z.string(),
  /** Due and not started. */
  due: count,
  /** Planned for a later time, which includes jobs that wait for their next attempt. */
  later: count,
  running: count,
  /** Failed all attempts. Kept for three days. */
  failed: count,
  oldestDueAt: isoDate.nullable(),
  lastFailedAt: isoDate.nullable(),
});
export type JobQueue = z.infer<typeof jobQueue>;

export const slowStatement = z.object({
  /** Without any value. */
  text: z.string(),
  calls: count,
  meanMs: z.number(),
  totalMs: z.number(),
});
export type SlowStatement = z.infer<typeof slowStatement>;

export const health = z.object({
  checkedAt: isoDate,
  version: z.string(),
  checks: z.array(healthCheck),
  nodes: z.array(healthNode),
  /** Kinds with jobs that wait, run or failed. */
  jobs: z.array(jobQueue),
  money: z.object({
    heldCents: count,
    unknownCharges: count,
    refundsDue: count,
    /** The age of the oldest webhook that is not processed; null if none waits. */
    webhookLagS: z.number().nullable(),
  }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number(), reserveBytes: z.number() }),
  /** Null if PostgreSQL does not collect them; `statementsHelp` then says how to turn that on. The largest total comes first. */
  statements: z.array(slowStatement).nullable(),
  statementsHelp: runbookSection.nullable(),
});
export type Health = z.infer<typeof health>;

export const settingItem = z.object({
  /** The environment variable, as in docs/operations.md. */
  name: z.string(),
  /** Its purpose, and the behavior without it. */
  description: z.string(),
  /** Null without a default. */
  fallback: z.string().nullable(),
  /** The environment of the server sets it. Its value is never sent. */
  isSet: z.boolean(),
});
export type SettingItem = z.infer<typeof settingItem>;

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'List the settings of the server with their meaning, without their values',
  who: 'admin',
  output: z.object({ settings: z.array(settingItem) }),
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  summary:
    'Get the health of the installation: checks with what to do, nodes, jobs, unsettled money and slow statements',
  who: 'admin',
  scope: 'admin:read',
  output: health,
});

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/health/retry-jobs',
  summary: 'Run the failed jobs of a kind again',
  who: 'admin',
  body: z.object({ kind: z.string().min(1).max(100) }),
  output: z.object({ retried: count }),
});
