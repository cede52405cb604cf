import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

// Loaded lazily because visitors need none of them.
export const MessagesEntry = lazyComponent(() => import('./messages-entry.tsx').then((module) => module.MessagesEntry));
export const NotificationsEntry = lazyComponent(() =>
  import('./notifications-entry.tsx').then((module) => module.NotificationsEntry),
);
export const AdminEntry = lazyComponent(() => import('./admin-entries.tsx').then((module) => module.AdminEntry));
export const AdminAreas = lazyComponent(() => import('./admin-entries.tsx').then((module) => module.AdminAreas));
