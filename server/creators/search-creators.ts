import type { CreatorSummary } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from './creator.ts';
import { findCreators } from './find-creators.ts';

/** Creators by a part of their name; nothing below two characters, so that one letter does not list everyone. */
export async function searchCreators(
  context: Platform,
  viewer: Viewer,
  input: { name: string; limit: number },
): Promise<CreatorSummary[]> {
  if (input.name.length < limits.creatorSearch.min) return [];
  return findCreators(context, viewer, { text: input.name, limit: input.limit });
}
