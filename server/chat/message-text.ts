import { pictureText } from '#contract/chat/message-text.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { isLongerThan, tidyText } from '#contract/values/tidy-text.ts';

const { messageMax } = limits.chat;
export const tooLongMessage = `Message must be ${messageMax.toLocaleString('en-US')} characters or less`;

/**
 * Normalizes a typed message for storage. A message with pictures needs no text. Throws validation_failed if it is empty or too long.
 */
export function tidyMessage(typed: string, { hasImages = false } = {}): string {
  const content = tidyText(typed) || (hasImages ? pictureText : '');
  const fault = content === '' ? 'Message is required' : isLongerThan(content, messageMax) && tooLongMessage;
  if (fault) throw appError('validation_failed', { message: fault, fields: { content: fault } });
  return content;
}
