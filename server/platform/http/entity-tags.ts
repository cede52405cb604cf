import type { FastifyRequest } from 'fastify';

/** Whether the client has the representation with this entity tag. A proxy may have marked the tag as weak. */
export function hasEntityTag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*');
}
