import { type FetchPolicy, fetchPublic } from './fetch-public.ts';

export const maxImageBytes = 5 * 1024 * 1024;

/** Downloads at most 5 MB from another server. Does not check that the bytes are an image. */
export async function fetchImage(address: string, policy: FetchPolicy): Promise<Buffer> {
  const accept = 'image/webp,image/png,image/jpeg';
  return (await fetchPublic(address, policy, { accept, agent: 'image proxy', maxBytes: maxImageBytes })).data;
}
