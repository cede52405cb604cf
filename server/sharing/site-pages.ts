import { paths } from '#contract/paths.ts';

/** The pages that are there for everyone, beside pools and creators. */
export const sitePages: readonly string[] = ['/', paths.feed, paths.becomeCreator];
