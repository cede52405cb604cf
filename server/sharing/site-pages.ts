import { paths } from '#contract/paths.ts';

/** Paths that a search engine should not list: personal pages, steps of a flow, and redirects to canonical URLs. */
const notForVisitors =
  /^\/(?:home|browse-tippools|auth|pool\/create|create|dashboard|my-account|settings|admin|forgot-password|reset-password|verify-email|unsubscribe|payment|receipts|users|messages|chats?|favorites|following|saved|notifications|offline)(?:\/|$)/;

/** The public pages, except pools and creators. */
export const sitePages: readonly string[] = [
  '/',
  ...Object.values<string>(paths).filter((path) => !notForVisitors.test(path)),
];
