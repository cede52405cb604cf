import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { poolStatus } from '../pools/pools.ts';
import { uuid } from '../values/field-schemas.ts';
import {
  overlayAlertKinds,
  overlayMinCentsMax,
  overlayTextSizes,
  overlayThemes,
  overlayWidgets,
  usualOverlaySettings as usual,
} from './overlay-limits.ts';

export const overlaySettings = z.object({
  widgets: z.array(z.enum(overlayWidgets)).max(overlayWidgets.length).default(usual.widgets),
  /** The events that make alerts. */
  alerts: z.array(z.enum(overlayAlertKinds)).max(overlayAlertKinds.length).default(usual.alerts),
  /** Pledges below this amount have no name. Has no effect where the person does not see amounts. */
  minCents: z.number().int().min(0).max(overlayMinCentsMax).default(usual.minCents),
  hidesAmounts: z.boolean().default(usual.hidesAmounts),
  hidesNames: z.boolean().default(usual.hidesNames),
  /** Names with a word that the chat does not allow are hidden. */
  filtersNames: z.boolean().default(usual.filtersNames),
  sound: z.boolean().default(usual.sound),
  theme: z.enum(overlayThemes).default(usual.theme),
  textSize: z.enum(overlayTextSizes).default(usual.textSize),
});
export type OverlaySettings = z.output<typeof overlaySettings>;

/** Settings to change. Those that are left out stay as they are. */
const overlayChanges = z
  .object({
    widgets: overlaySettings.shape.widgets.unwrap(),
    alerts: overlaySettings.shape.alerts.unwrap(),
    minCents: overlaySettings.shape.minCents.unwrap(),
    hidesAmounts: overlaySettings.shape.hidesAmounts.unwrap(),
    hidesNames: overlaySettings.shape.hidesNames.unwrap(),
    filtersNames: overlaySettings.shape.filtersNames.unwrap(),
    sound: overlaySettings.shape.sound.unwrap(),
    theme: overlaySettings.shape.theme.unwrap(),
    textSize: overlaySettings.shape.textSize.unwrap(),
  } satisfies Record<keyof OverlaySettings, z.ZodType>)
  .partial();
export type OverlayChanges = z.output<typeof overlayChanges>;

const overlayPool = z.object({
  id: uuid,
  title: z.string(),
  status: poolStatus,
  /** Whether the person makes the pool, and so sees the amounts of its pledges. */
  seesAmounts: z.boolean(),
});
export type OverlayPool = z.output<typeof overlayPool>;

const overlay = z.object({
  id: uuid,
  pool: overlayPool,
  settings: overlaySettings,
  /** False while the overlay is empty: the person has lost their role in the pool, or it was removed. */
  isShown: z.boolean(),
  /** False after a restore of the installation: the overlay needs a new URL. */
  hasUrl: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When a program last opened it, to the hour. */
  openedAt: z.iso.datetime().nullable(),
});
export type Overlay = z.output<typeof overlay>;

/** The content of all widgets, in the language of the overlay's owner. */
export const overlayView = z.object({
  locale: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  theme: z.enum(overlayThemes),
  textSize: z.enum(overlayTextSizes),
  sound: z.boolean(),
  /** Null for an adult pool. */
  title: z.string().nullable(),
  goal: z
    .object({
      /** From 0 to 1. */
      fill: z.number(),
      percent: z.string(),
      /** Null if amounts are hidden. */
      pledged: z.string().nullable(),
      of: z.string().nullable(),
      fans: z.string(),
    })
    .nullable(),
  timeLeft: z.string().nullable(),
  backers: z
    .object({ title: z.string(), people: z.array(z.object({ name: z.string(), amount: z.string().nullable() })) })
    .nullable(),
  /** For alerts that are no longer shown one by one: by plural form, with "#" for their number. */
  more: z.record(z.string(), z.string()),
});
export type OverlayView = z.output<typeof overlayView>;

export const overlayAlert = z.object({
  label: z.string().nullable(),
  text: z.string(),
  amount: z.string().nullable(),
});
export type OverlayAlert = z.output<typeof overlayAlert>;

const params = z.object({ id: uuid });
const withUrl = z.object({ overlay, url: z.string() });

export const listOverlays = endpoint({
  method: 'GET',
  path: '/api/user/overlays',
  summary: 'List my stream overlays, and the pools that can have one; not their URLs',
  who: 'user',
  output: z.object({ overlays: z.array(overlay), pools: z.array(overlayPool) }),
});
export const createOverlay = endpoint({
  method: 'POST',
  path: '/api/user/overlays',
  summary: 'Create a stream overlay of a pool that I started or make; only this response has its URL',
  who: 'user',
  body: z.object({ poolId: uuid, settings: overlaySettings.prefault({}) }),
  output: withUrl,
  status: 201,
  errors: ['too_many_overlays', 'not_found'],
});
export const changeOverlay = endpoint({
  method: 'PATCH',
  path: '/api/user/overlays/:id',
  summary: 'Change the settings or the pool of a stream overlay',
  who: 'user',
  params,
  body: z.object({ poolId: uuid.optional(), settings: overlayChanges.optional() }),
  output: overlay,
  errors: ['not_found'],
});
export const renewOverlay = endpoint({
  method: 'POST',
  path: '/api/user/overlays/:id/url',
  summary: 'Create a new URL of a stream overlay, which only this response has; the earlier one stops working',
  who: 'user',
  params,
  output: withUrl,
  errors: ['not_found'],
});
export const testOverlay = endpoint({
  method: 'POST',
  path: '/api/user/overlays/:id/test',
  summary: 'Show a test alert on a stream overlay',
  who: 'user',
  params,
  output: z.object({}),
  errors: ['not_found'],
});
export const deleteOverlay = endpoint({
  method: 'DELETE',
  path: '/api/user/overlays/:id',
  summary: 'Delete a stream overlay; its URL stops working',
  who: 'user',
  params,
  output: z.object({}),
  errors: ['not_found'],
});
export const previewOverlay = endpoint({
  method: 'POST',
  path: '/api/user/overlays/preview',
  summary: 'Get the content of a stream overlay with these settings, and an example of an alert; changes nothing',
  who: 'user',
  body: z.object({ poolId: uuid, settings: overlaySettings }),
  output: z.object({ view: overlayView, alert: overlayAlert }),
  errors: ['not_found'],
});
