import { paths } from '#contract/paths.ts';

/** Where a visitor is sent away or finds nothing to read: for one person only, a step on the way, or a second address. */
const notForVisitors =
  /^\/(?:home|browse-tippools|auth|pool\/create|create|dashboard|my-account|settings|admin|forgot-password|reset-password|verify-email|payment|receipts|users|messages|chats?|favorites|notifications|offline)(?:\/|$)/;

/** The pages that are there for everyone, beside pools and creators. */
export const sitePages: readonly string[] = [
  '/',
  ...Object.values<string>(paths).filter((path) => !notForVisitors.test(path)),
];
