import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

// Loaded lazily because visitors need none of them.
const loadMessages = () => import('./messages-entry.tsx').then((module) => module.MessagesEntry);
export const MessagesEntry = lazyComponent(import.meta.env.SSR ? await loadMessages() : null, loadMessages);
const loadNotifications = () => import('./notifications-entry.tsx').then((module) => module.NotificationsEntry);
export const NotificationsEntry = lazyComponent(
  import.meta.env.SSR ? await loadNotifications() : null,
  loadNotifications,
);
const loadAdmin = () => import('./admin-entries.tsx').then((module) => module.AdminEntry);
export const AdminEntry = lazyComponent(import.meta.env.SSR ? await loadAdmin() : null, loadAdmin);
const loadAreas = () => import('./admin-entries.tsx').then((module) => module.AdminAreas);
export const AdminAreas = lazyComponent(import.meta.env.SSR ? await loadAreas() : null, loadAreas);
