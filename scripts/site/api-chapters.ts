/**
 * The chapters of the API reference, each with groups of calls. A group is the tag of the OpenAPI document, which is the part of the path
 * after /api/, or the tag with a later part of the path: "pools comments" is /api/pools/{id}/comments. The longer name decides.
 */
const chapters: Record<string, readonly string[]> = {
  'Sign-in': [
    ...['auth', 'check-username', 'forgot-password', 'login', 'logout', 'register', 'reset-password'],
    ...['sign-in-options', 'verify-email'],
  ],
  'My account': ['user', 'unsubscribe'],
  People: ['users', 'private-messages'],
  Pools: ['pools', 'categories'],
  Pledges: ['pledges', 'pools pledges', 'money-terms'],
  Deliveries: [
    ...['content-files', 'uploads', 'performers', 'thanks', 'creator-messages'],
    ...['pools content', 'pools objections', 'pools production', 'pools thanks'],
  ],
  'Updates and comments': ['updates', 'comments', 'pools updates', 'pools comments'],
  Creators: ['creators', 'creator-application', 'pools claims'],
  'Creator dashboard': ['creator'],
  Chat: ['chat', 'conversations', 'messages', 'rooms', 'categories messages', 'pools messages'],
  'Notices and push': ['notifications', 'push'],
  'Search and pictures': ['search', 'oembed', 'images', 'image-proxy', 'link-preview'],
  'Reports and appeals': ['appeals', 'contact', 'moderation-report', 'reports', 'takedown-notices', 'takedowns'],
  Transparency: ['transparency'],
  'Admin: reviews': ['admin'],
  'Admin: people and chat': [
    ...['admin audit', 'admin audit.csv', 'admin chat-settings', 'admin rooms', 'admin users', 'admin users.csv'],
  ],
  'Admin: money': ['admin money'],
  'Admin: installation': [
    ...['admin health', 'admin mails', 'admin operator', 'admin settings', 'admin setup', 'admin storage'],
  ],
};

/** Groups without a chapter are here, so that the reference never lacks a new call. */
const lastChapter = 'Operations';

export function chapterOf(path: string, tag: string): string {
  const parts = path.split('/');
  const groups = [`${tag} ${parts[3]}`, `${tag} ${parts[4]}`, tag];
  for (const group of groups) {
    const chapter = Object.keys(chapters).find((name) => chapters[name]?.includes(group));
    if (chapter) return chapter;
  }
  return lastChapter;
}

export const chapterNames: readonly string[] = [...Object.keys(chapters), lastChapter];
