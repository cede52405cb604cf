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
