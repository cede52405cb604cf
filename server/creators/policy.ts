import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';

/** A viewer sees adult content if they have passed the age gate and this server shows adult content at all. */
export function seesAdult(
  { config }: Pick<Platform, 'config'>,
  { ageVerified }: Pick<RequestContext, 'ageVerified'>,
): boolean {
  return ageVerified && config.adultContent;
}
