import { z } from 'zod';
import { plural, t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { byUuid } from '../pools/pools.ts';
import { message } from './chat.ts';

const { editMinutes, messageMax } = limits.chat;
/**
 * Everyone who has the room open receives `message_changed`. Notifies only people that the edit mentions for the first time. The same text
 * changes nothing. Admins see the earlier texts if the message is reported.
 */
export const editMessage = endpoint({
  method: 'PATCH',
  path: '/api/messages/:id',
  summary: `Edit my message, within ${editMinutes} minutes after I sent it`,
  who: 'user',
  params: byUuid,
  body: z.object({
    content: z
      .string({ error: () => t`Message is required` })
      .overwrite(tidyText)
      .min(1, { error: () => t`Message is required` })
      .max(messageMax, {
        error: () =>
          t`Message must be ${plural({ max: messageMax }, { one: '# character', other: '# characters' })} or less`,
      }),
  }),
  output: message,
  errors: [
    'own_message_only',
    'not_in_conversation',
    'edit_too_late',
    'too_many_edits',
    'people_apart',
    'chat_muted',
    'message_filtered',
    'age_gate',
  ],
});
