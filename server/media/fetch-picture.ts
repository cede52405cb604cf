import { type FetchPolicy, fetchPublic } from './fetch-public.ts';

export const maxPictureBytes = 5 * 1024 * 1024;

/** The bytes of a picture of another server, at most 5 MB. Whether they are one is not checked here. */
export async function fetchPicture(address: string, policy: FetchPolicy): Promise<Buffer> {
  const accept = 'image/webp,image/png,image/jpeg';
  return (await fetchPublic(address, policy, { accept, agent: 'image proxy', maxBytes: maxPictureBytes })).data;
}
