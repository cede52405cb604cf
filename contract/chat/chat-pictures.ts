import { z } from 'zod';
import { plural, t } from '#contract/language/text.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { messageImagesMax } from './message-text.ts';

/** A picture of a message. Its address needs the same rights as the message. */
export const messageImage = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });
export type MessageImage = z.infer<typeof messageImage>;

/** The sender's pictures, from `uploadImage`, in the order in which they are shown. */
export const messageImageIds = z.array(uuid).max(messageImagesMax, {
  error: () => t`At most ${plural({ pictures: messageImagesMax }, { one: '# picture', other: '# pictures' })}`,
});
