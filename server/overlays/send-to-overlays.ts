import { type OverlaySettings, overlaySettings } from '#contract/overlays/overlays.ts';
import type { LoggedEvent } from '#server/events/read-events.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { composeAlert, composeTestAlert, composeView } from './compose-overlay.ts';
import type { EventStream } from './event-stream.ts';
import type { OverlayRow } from './overlays.sql.ts';
import type { BackerEvent, Viewer } from './read-events-for-overlay.ts';

/** One overlay that programs have open on this process. */
export interface OpenOverlay {
  row: OverlayRow;
  streams: Set<EventStream>;
  /** The last view that was sent, as JSON. */
  view: string;
}

/** All open overlays of one pool and person, which read the log together. */
export interface Group extends Viewer {
  key: string;
  /** The place in the log up to which the streams have everything. */
  position: number;
  backers: BackerEvent[];
  backersReadAt: number;
  /** A read has failed, or is under way. */
  isBehind: boolean;
  overlays: Map<string, OpenOverlay>;
}

type Speaking = Pick<Platform, 'languages'>;

/** Sends the views that have changed. */
export function sendViews(
  context: Speaking,
  group: Group,
  overlays: readonly OpenOverlay[],
  filter: RegExp | null,
): void {
  const compose = composeOnce(context, (row, settings) =>
    JSON.stringify(composeView(row, group.backers, { settings, filter })),
  );
  for (const open of overlays) {
    const data = compose(open);
    if (data === open.view) continue;
    open.view = data;
    for (const stream of open.streams) {
      stream.position = Math.max(stream.position, group.position);
      stream.send({ event: 'view', data, id: stream.position });
    }
  }
}

/** Sends the alerts of these events to the streams that do not have them. */
export function sendAlerts(
  context: Speaking,
  group: Group,
  {
    events,
    overlays,
    filter,
  }: { events: readonly LoggedEvent[]; overlays: readonly OpenOverlay[]; filter: RegExp | null },
): void {
  const compose = composeOnce(context, (_row, settings) =>
    events.flatMap(({ event, position }) => {
      const alert = composeAlert(event, { settings, filter });
      return alert ? [{ position, data: JSON.stringify(alert) }] : [];
    }),
  );
  for (const open of overlays) {
    const alerts = compose(open);
    for (const stream of open.streams) {
      for (const { position, data } of alerts) {
        if (stream.position >= position) continue;
        stream.position = position;
        stream.send({ event: 'alert', data, id: position });
      }
      stream.position = Math.max(stream.position, group.position);
    }
  }
}

/** Sends an alert without a place in the log. */
export function sendTest(context: Speaking, group: Group, overlayId: string): void {
  const open = group.overlays.get(overlayId);
  if (!open) return;
  const compose = composeOnce(context, (row, settings) => JSON.stringify(composeTestAlert(row, settings)));
  const data = compose(open);
  for (const stream of open.streams) stream.send({ event: 'alert', data });
}

/** Composes once for all overlays of a group with equal settings, which have the same pool and language. */
function composeOnce<T>(
  { languages }: Speaking,
  compose: (row: OverlayRow, settings: OverlaySettings) => T,
): (open: OpenOverlay) => T {
  const composed = new Map<string, T>();
  return ({ row }) => {
    const key = JSON.stringify(row.settings);
    const known = composed.get(key);
    if (known !== undefined) return known;
    const made = inLanguageOf(languages, row, () => compose(row, overlaySettings.parse(row.settings)));
    composed.set(key, made);
    return made;
  };
}
