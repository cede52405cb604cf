import type { CreatorSummary } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from './creator.ts';
import { findCreators } from './find-creators.ts';

/** Searches creators by part of their name. Fewer than two characters find nothing, because one letter would list everyone. */
export async function searchCreators(
  context: Platform,
  viewer: Viewer,
  input: { name: string; limit: number },
): Promise<CreatorSummary[]> {
  if (input.name.length < limits.creatorSearch.min) return [];
  return findCreators(context, viewer, { text: input.name, limit: input.limit });
}
