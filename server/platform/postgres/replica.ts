import { setTimeout as sleep } from 'node:timers/promises';
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import { type Database, isTransient, isUnavailable, type Sql } from './db.ts';
import { createReplay, type Replay } from './replay.ts';
import { readFollowedTimeline, readPrimaryPosition, readReplayPosition, readSystem } from './replica.sql.ts';

/** A standby that serves a read only if it has everything that the primary had committed when the read began (decisions/0047). */
export interface Replica {
  sql: Sql;
  isInUse(): boolean;
  /**
   * Resolves to true once the replica has everything that the primary had committed at the time of the call. Resolves to false after
   * `catchUpMs`, and at once while the replica is not in use.
   */
  catchUp(): Promise<boolean>;
  /** Whether a read failed because of the replica, so that the primary can answer it. */
  isAtFault(error: unknown): boolean;
  /** Counts a read. */
  count(database: 'replica' | 'primary'): void;
  /** Examines the replica now. Returns why it cannot serve reads, or undefined. */
  findFault(): Promise<string | undefined>;
  /** Starts to watch and to use the replica. */
  start(): void;
  close(): Promise<void>;
}

/** A replica that needs longer is not in use until it keeps up again. */
export const catchUpMs = 100;
const examineEveryMs = 1000;
const behind = `it is more than ${catchUpMs} ms behind`;
const elsewhere = 'it does not follow the present primary';

interface Databases {
  primary: Database;
  standby: Database;
}

export interface ReplicaParts extends Databases {
  log: Logger;
  metrics: Metrics;
}

const silent = (error: unknown) => `it does not answer (${error instanceof Error ? error.message : String(error)})`;

export function createReplica({ primary, standby, log, metrics }: ReplicaParts): Replica {
  const share = createSingleFlight();
  const replay = createReplay(() => readReplayPosition(standby.sql));
  const usage = createUsage(() => examine({ primary, standby }, replay), log);
  const reads = metrics.counter(
    'fanfare_public_reads_total',
    'Reads that a replica may serve, by the database that served them',
    ['database'],
  );
  metrics.gauge(
    'fanfare_replica_lag_bytes',
    'Write-ahead log that the replica had not replayed a second ago',
    usage.lag,
  );

  return {
    sql: standby.sql,
    isInUse: usage.isOn,
    async catchUp() {
      if (!usage.isOn()) return false;
      try {
        // A call joins only a read that has not started, so the position covers everything committed before the call.
        const target = await share('position', () => readPrimaryPosition(primary.sql));
        if (target.timeline !== usage.timeline()) usage.stop(elsewhere);
        else if (!(await replay.reached(target.bytes, catchUpMs))) usage.stop(behind);
      } catch (error) {
        usage.stop(silent(error));
      }
      return usage.isOn();
    },
    isAtFault: (error) => isUnavailable(error) || isTransient(error),
    count: (database) => reads.inc({ database }),
    findFault: async () => (await examine({ primary, standby }, replay)).fault,
    start() {
      standby.watch();
      usage.start();
    },
    async close() {
      usage.close();
      await standby.close();
    },
  };
}

interface Examined {
  fault?: string;
  /** The timeline on which the replica follows the primary. */
  timeline?: string;
  lagBytes?: number;
}

const answerWithinMs = 2000;

async function examine(databases: Databases, replay: Replay): Promise<Examined> {
  const patience = sleep(answerWithinMs, { fault: 'it does not answer' }, { ref: false });
  const failed = (error: unknown): Examined => ({ fault: silent(error) });
  return Promise.race([compare(databases, replay).catch(failed), patience]);
}

/**
 * A standby that was left behind by a failover may have a higher position than the new primary, and lacks its transactions. Only the
 * timeline tells the two apart. A standby that follows a failover learns its new timeline at its next restart point.
 */
async function compare({ primary, standby }: Databases, replay: Replay): Promise<Examined> {
  const [ours, theirs] = await Promise.all([readSystem(primary.sql), readSystem(standby.sql)]);
  if (ours !== theirs) return { fault: 'it is not a copy of this database' };
  const [{ timeline, bytes }, followed] = await Promise.all([
    readPrimaryPosition(primary.sql),
    readFollowedTimeline(standby.sql),
  ]);
  if (timeline !== followed) return { fault: elsewhere };
  const lagBytes = Math.max(0, bytes - (await readReplayPosition(standby.sql)));
  return { timeline, lagBytes, ...((await replay.reached(bytes, catchUpMs)) ? {} : { fault: behind }) };
}

interface Usage {
  isOn(): boolean;
  timeline(): string | undefined;
  lag(): number;
  start(): void;
  /** Stops using the replica until an examination finds no fault. */
  stop(reason: string): void;
  close(): void;
}

/** Examines the replica every second and decides whether it serves reads. */
function createUsage(examineNow: () => Promise<Examined>, log: Logger): Usage {
  let isOn = false;
  let isClosed = false;
  let last: Examined = { fault: 'it has not been examined yet' };

  function judge(found: Examined): void {
    if (found.fault === undefined && !isOn) log.info('the replica is in use');
    if (found.fault !== undefined && found.fault !== last.fault)
      log.warn({ reason: found.fault }, 'the replica is not in use: the primary serves its reads');
    isOn = found.fault === undefined;
    last = found;
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      const found = await examineNow();
      if (isClosed) return;
      judge(found);
      await sleep(examineEveryMs, undefined, { ref: false });
    }
  }

  return {
    isOn: () => isOn,
    timeline: () => last.timeline,
    lag: () => last.lagBytes ?? Number.NaN,
    start: () => void watch(),
    stop: (fault) => judge({ ...last, fault }),
    close() {
      isOn = false;
      isClosed = true;
    },
  };
}
