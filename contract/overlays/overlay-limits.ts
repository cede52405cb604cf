/** Limits of overlays and the values of their settings. Apart from overlays.ts, which loads Zod. */

export const overlaysMax = 10;
/** The largest amount below which names stay hidden, in cents. */
export const overlayMinCentsMax = 1000_00;

export const overlayWidgets = ['goal', 'timeLeft', 'backers', 'alerts'] as const;
export type OverlayWidget = (typeof overlayWidgets)[number];
export const overlayAlertKinds = ['pledges', 'milestones', 'delivery', 'followers'] as const;
export type OverlayAlertKind = (typeof overlayAlertKinds)[number];
export const overlayThemes = ['dark', 'light', 'brand'] as const;
export type OverlayTheme = (typeof overlayThemes)[number];
export const overlayTextSizes = ['small', 'medium', 'large'] as const;
export type OverlayTextSize = (typeof overlayTextSizes)[number];

/** Anyone can follow without paying, so a name on the stream would be free: follower alerts are off at first. */
export const usualOverlaySettings = {
  widgets: [...overlayWidgets] as OverlayWidget[],
  alerts: ['pledges', 'milestones', 'delivery'] as OverlayAlertKind[],
  minCents: 5_00,
  hidesAmounts: false,
  hidesNames: false,
  filtersNames: true,
  sound: false,
  theme: 'dark' as OverlayTheme,
  textSize: 'medium' as OverlayTextSize,
};

/** The page that the settings show in a frame. It gets what it shows by messages. */
export const overlayPreviewPath = '/overlay/preview';
export const overlayPath = (token: string) => `/overlay/${token}`;
