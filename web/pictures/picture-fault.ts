import { browserMessages } from '#contract/browser-messages.ts';
import { imageHeadBytes, imageTypeOf } from '#contract/images.ts';
import { textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';

/**
 * The error message for a picture that the server would refuse; undefined if it is valid. Decides by the bytes, because browsers give
 * some pictures another type, or none. A file that this browser cannot read is left to the server.
 */
export async function pictureFault(file: File): Promise<string | undefined> {
  if (file.size >= limits.imageBytes) return textOf(browserMessages.image_too_large);
  const head = await file
    .slice(0, imageHeadBytes)
    .arrayBuffer()
    .catch(() => undefined);
  if (head && !imageTypeOf(new Uint8Array(head))) return textOf(browserMessages.image_type);
  return undefined;
}
