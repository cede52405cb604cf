import { z } from 'zod';
import { uuid } from '#contract/values/uuid.ts';

/** The text of a message that has pictures and no text. Lists, notices, mails and clients without pictures show it; the chat shows only the pictures. */
export const pictureText = 'Picture';

export const messageImagesMax = 4;

/** A picture of a message. Its address needs the same rights as the message. */
export const messageImage = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });
export type MessageImage = z.infer<typeof messageImage>;

/** The sender's pictures, from `uploadImage`, in the order in which they are shown. */
export const messageImageIds = z.array(uuid).max(messageImagesMax, `At most ${messageImagesMax} pictures`);

/** Whether the message consists of pictures without a text. */
export const hasOnlyPictures = ({
  content,
  images,
}: {
  content: string;
  images?: readonly unknown[] | undefined;
}): boolean => content === pictureText && images !== undefined && images.length > 0;
