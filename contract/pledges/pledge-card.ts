import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/values/uuid.ts';

export const replacePledgeCard = endpoint({
  method: 'POST',
  path: '/api/pledges/:id/card',
  summary: 'Get the URL of a page that saves a new card for this pledge and every other pledge with the same card',
  who: 'user',
  params: z.object({ id: uuid }),
  output: z.object({ url: z.string() }),
  errors: ['pledge_locked', 'pool_adult_unfundable', 'email_unconfirmed', 'card_processor_unavailable'],
});
