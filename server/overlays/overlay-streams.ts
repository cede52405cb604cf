import { readWordFilter } from '#server/chat/moderation/word-filter.ts';
import { onNewEvents } from '#server/events/event-wake.ts';
import { readEnd } from '#server/events/read-events.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { EventStream } from './event-stream.ts';
import { findOverlayRows, listTouched, type OverlayRow } from './overlays.sql.ts';
import { readAlertEvents, readBackers, readMissedAlerts, type Viewer } from './read-events-for-overlay.ts';
import { type Group, type OpenOverlay, sendAlerts, sendTest, sendViews } from './send-to-overlays.ts';

/** A change of an overlay, or of all overlays of a person, as processes report it to each other. */
export type OverlayChange = { overlayId: string; isTest?: boolean } | { userId: string };

export const overlayChannel = 'overlay_changes';
/** Well below the minute after which proxies end a silent connection. */
const beatMs = 25_000;
/** Names change without an event. */
const backersForMs = 5 * 60_000;

/** The streams of this process. */
export const overlayStreams = contextState((context: Platform) => new OverlayStreams(context));

class OverlayStreams {
  readonly #context: Platform;
  readonly #groups = new Map<string, Group>();
  /** Joins, reads and refreshes of one group take turns, so that no stream misses an event or gets it twice. */
  readonly #inTurn = createKeyedMutex<string>();
  #position = 0;
  #listening: Promise<unknown> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isCheckDue = false;
  #isClosed = false;

  constructor(context: Platform) {
    this.#context = context;
  }

  get count(): number {
    let streams = 0;
    for (const { overlays } of this.#groups.values())
      for (const open of overlays.values()) streams += open.streams.size;
    return streams;
  }

  /** Sends the view, what the reader has missed since `after`, and from then on all that is new. */
  async join(row: OverlayRow, stream: EventStream, after: number | undefined): Promise<void> {
    await this.#listen();
    const key = keyOf(row);
    await this.#inTurn(key, async () => {
      const group = this.#groups.get(key) ?? (await this.#openGroup(row, key));
      try {
        await this.#joinGroup(group, row, stream, after);
      } finally {
        this.#closeIfEmpty(group);
      }
    });
  }

  async #joinGroup(group: Group, row: OverlayRow, stream: EventStream, after: number | undefined): Promise<void> {
    await this.#advance(group);
    // A place after the end is one of a log from before a restore.
    stream.position = after === undefined || after > group.position ? group.position : after;
    const missed = await readMissedAlerts(this.#context, group, { after: stream.position, to: group.position });
    const filter = await readWordFilter(this.#context);
    // From here on without waiting: others may leave the group, and the reader too.
    if (this.#isClosed || stream.isClosed()) return stream.end();
    const open = group.overlays.get(row.id) ?? { row, streams: new Set(), view: '' };
    open.row = row;
    sendViews(this.#context, group, [open], filter);
    stream.send({ event: 'view', data: open.view, id: stream.position });
    open.streams.add(stream);
    group.overlays.set(row.id, open);
    this.#groups.set(group.key, group);
    sendAlerts(this.#context, group, { events: missed, overlays: [open], filter });
    // The last other stream may have left while this one waited. Then no check has seen the group.
    if (group.position < this.#position) await this.#advance(group);
  }

  leave({ id, userId, poolId }: OverlayRow, stream: EventStream): void {
    const group = this.#groups.get(keyOf({ userId, poolId }));
    const open = group?.overlays.get(id);
    if (!group || !open) return;
    open.streams.delete(stream);
    if (open.streams.size === 0) group.overlays.delete(id);
    this.#closeIfEmpty(group);
  }

  #closeIfEmpty({ key, overlays }: Group): void {
    if (overlays.size === 0) this.#groups.delete(key);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const { overlays } of this.#groups.values())
      for (const { streams } of overlays.values()) for (const stream of streams) stream.end();
  }

  /** Shows a change at once. A lost report only delays it until the next beat. */
  async change(change: OverlayChange): Promise<void> {
    const groups = [...this.#groups.values()].filter(({ userId, overlays }) =>
      'userId' in change ? userId === change.userId : overlays.has(change.overlayId),
    );
    for (const group of groups) {
      if ('overlayId' in change && change.isTest) sendTest(this.#context, group, change.overlayId);
      else await this.#inTurn(group.key, () => this.#refresh(group));
    }
  }

  /** Reads on for the groups that new events are about. Calls during a read share the next one. */
  async check(): Promise<void> {
    this.#isCheckDue = true;
    this.#checking ??= this.#checkWhileDue().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  async #checkWhileDue(): Promise<void> {
    while (this.#isCheckDue && this.#groups.size > 0 && !this.#isClosed) {
      this.#isCheckDue = false;
      const { sql } = this.#context.db;
      const end = await readEnd(this.#context);
      const touched = end > this.#position ? await listTouched(sql, { after: this.#position, to: end }) : [];
      this.#position = end;
      const ids = new Set(touched.flatMap(({ poolId, personId }) => [poolId, personId]));
      for (const group of this.#groups.values())
        if (ids.has(group.poolId) || ids.has(group.userId)) group.isBehind = true;
      await this.#catchUp();
    }
  }

  async #catchUp(): Promise<void> {
    for (const group of this.#groups.values())
      if (group.isBehind) await this.#inTurn(group.key, () => this.#advance(group));
  }

  async #listen(): Promise<void> {
    this.#listening ??= Promise.all([
      onNewEvents(this.#context, () => void this.#attempt(() => this.check())),
      this.#context.db.listen(
        overlayChannel,
        (payload) => void this.#attempt(() => this.change(JSON.parse(payload) as OverlayChange)),
      ),
    ]);
    this.#beat ??= setInterval(() => void this.#attempt(() => this.#beatAll()), beatMs).unref();
    await this.#listening;
  }

  /** The next beat repeats what fails. */
  async #attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#context.log.debug({ err: error }, 'could not read for overlays');
    }
  }

  async #beatAll(): Promise<void> {
    for (const { overlays } of this.#groups.values())
      for (const { streams } of overlays.values()) for (const stream of streams) stream.beat();
    await this.check();
    await this.#catchUp();
    const ids = [...this.#groups.values()].flatMap(({ overlays }) => [...overlays.keys()]);
    const rows = await findOverlayRows(this.#context.db.sql, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const group of [...this.#groups.values()]) await this.#inTurn(group.key, () => this.#refresh(group, byId));
  }

  async #openGroup({ userId, poolId }: OverlayRow, key: string): Promise<Group> {
    const end = await readEnd(this.#context);
    if (this.#groups.size === 0) this.#position = end;
    const backers = await readBackers(this.#context, { userId, poolId });
    const group: Group = {
      key,
      userId,
      poolId,
      position: end,
      backers,
      backersReadAt: performance.now(),
      isBehind: false,
      overlays: new Map(),
    };
    this.#groups.set(key, group);
    return group;
  }

  /** Sends what has happened since the last time. */
  async #advance(group: Group): Promise<void> {
    group.isBehind = true;
    const end = await readEnd(this.#context);
    if (end > group.position) {
      const events = await readAlertEvents(this.#context, group, { after: group.position, to: end });
      await this.#readBackersOf(group);
      const open = group.overlays.size > 0 ? await this.#readRows(group) : [];
      const filter = await readWordFilter(this.#context);
      group.position = end;
      sendAlerts(this.#context, group, { events, overlays: open, filter });
      sendViews(this.#context, group, open, filter);
    }
    group.isBehind = false;
  }

  async #refresh(group: Group, rows?: ReadonlyMap<string, OverlayRow>): Promise<void> {
    if (performance.now() - group.backersReadAt > backersForMs) await this.#readBackersOf(group);
    const open = await this.#readRows(group, rows);
    sendViews(this.#context, group, open, await readWordFilter(this.#context));
  }

  async #readBackersOf(group: Group): Promise<void> {
    group.backers = await readBackers(this.#context, group);
    group.backersReadAt = performance.now();
  }

  /** Reads the overlays of a group, and ends the streams of those that show nothing more, have another URL or another pool. */
  async #readRows(group: Group, rows?: ReadonlyMap<string, OverlayRow>): Promise<OpenOverlay[]> {
    const ids = [...group.overlays.keys()];
    const byId =
      rows ?? new Map((await findOverlayRows(this.#context.db.sql, ids)).map((row) => [row.id, row] as const));
    return [...group.overlays.values()].filter((open) => {
      const row = byId.get(open.row.id);
      const isSame =
        row?.isShown && row.poolId === group.poolId && row.tokenHash && open.row.tokenHash?.equals(row.tokenHash);
      if (row && isSame) open.row = row;
      else for (const stream of open.streams) stream.end();
      return isSame;
    });
  }
}

const keyOf = ({ userId, poolId }: Viewer) => `${userId} ${poolId}`;
