import { limits } from '#contract/limits.ts';
import { startOfText } from '#contract/values/start-of-text.ts';

/** The first characters of a direct message on one line, with an ellipsis if it is longer. */
export function previewOf(content: string): string {
  const flat = content.replace(/\s+/g, ' ');
  const letters = [...flat];
  const { previewChars } = limits.chat;
  return letters.length > previewChars ? `${startOfText(flat, letters.slice(0, previewChars).join('').length)}…` : flat;
}

/** The text of a message that has pictures and no text. Lists, notices, mails and clients without pictures show it; the chat shows only the pictures. */
export const pictureText = 'Picture';

export const messageImagesMax = 4;

/** Whether the message consists of pictures without a text. */
export const hasOnlyPictures = ({
  content,
  images,
}: {
  content: string;
  images?: readonly unknown[] | undefined;
}): boolean => content === pictureText && images !== undefined && images.length > 0;
