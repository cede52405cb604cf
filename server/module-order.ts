/**
 * The server modules in dependency order. A module imports, calls and reads only earlier modules. app.ts composes them in this order;
 * .dependency-cruiser.mjs checks the imports, and scripts/check-sql.ts the SQL.
 */
export const moduleOrder = [
  'media',
  'accounts',
  'tokens',
  'audit',
  'approvals',
  'money',
  'creators',
  'pools',
  'delivery',
  'pledges',
  'transparency',
  'people',
  'updates',
  'favorites',
  'comments',
  'translations',
  'creator-dashboard',
  'discovery',
  'chat',
  'push',
  'notifications',
  'moderation',
  'legal',
  'admin',
  'events',
  'webhooks',
  'overlays',
  'sharing',
  'operator',
  'personal-data',
  'bookkeeping',
  'health',
  'mail-preview',
] as const;

export type ModuleName = (typeof moduleOrder)[number];
