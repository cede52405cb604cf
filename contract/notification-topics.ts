/** Topics of notices. A person can turn each one on or off in the app, by mail and as a push. */
export const notificationTopics = [
  'account',
  'payments',
  'legal',
  'pools',
  'updates',
  'following',
  'comments',
  'chat',
  'creator',
  'requests',
  'first_pledges',
  'milestones',
  'backers',
  'admin',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** News of the pools that ask a creator. Separate topics, because each one can be turned off alone. */
export const creatorNewsTopics = [
  'requests',
  'first_pledges',
  'milestones',
  'backers',
] as const satisfies NotificationTopic[];

/** The notices of a list: unread ones, or those of a topic. */
export const noticeFilters = ['unread', ...notificationTopics] as const;
export type NoticeFilter = (typeof noticeFilters)[number];
