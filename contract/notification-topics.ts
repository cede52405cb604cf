/** Topics of notices. A person can turn each one on or off in the app, by mail and as a push. */
export const notificationTopics = [
  'account',
  'payments',
  'legal',
  'pools',
  'updates',
  'comments',
  'chat',
  'creator',
  'admin',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** The notices of a list: unread ones, or those of a topic. */
export const noticeFilters = ['unread', ...notificationTopics] as const;
export type NoticeFilter = (typeof noticeFilters)[number];
