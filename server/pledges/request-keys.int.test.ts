import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePledge } from '#contract/pledges/pledges.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

it('refuses other terms under a used key, `anonymous` included, with and without a saved card', async () => {
  const pool = await stage.newPool();
  for (const useSavedCard of [false, true]) {
    const fan = await stage.fan();
    if (useSavedCard) await stage.saveCard(fan);
    const requestKey = randomUUID();
    const made = await stage.post(fan, pool.id, 12_00, { requestKey, anonymous: true, useSavedCard });
    for (const terms of [{ cents: 12_00, anonymous: false }, { cents: 12_00 }, { cents: 13_00, anonymous: true }]) {
      const again = stage.post(fan, pool.id, terms.cents, {
        requestKey,
        useSavedCard,
        ...('anonymous' in terms ? { anonymous: terms.anonymous } : {}),
      });
      await expect(again).rejects.toMatchObject({ status: 422, code: 'request_key_reused' });
    }
    // The fan shows their name later. The key still belongs to the terms that were asked for.
    await fan.client.call(changePledge, {
      params: { id: made.pledge.id },
      body: { amountCents: 12_00, anonymous: false },
    });
    const same = await stage.post(fan, pool.id, 12_00, { requestKey, anonymous: true, useSavedCard });
    expect(same.pledge).toMatchObject({ id: made.pledge.id, anonymous: false });
  }
});
