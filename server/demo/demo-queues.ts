import { applyAsCreator } from '#server/creators/apply-as-creator.ts';
import { claimCreator } from '#server/creators/claims/claim-creator.ts';
import { objectToDelivery } from '#server/delivery/object-to-delivery.ts';
import { makeReport } from '#server/moderation/make-report.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { claimPool } from '#server/pools/claims/claim-pool.ts';
import { commentId, payerOf } from './demo.sql.ts';
import type { StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

/** Adds items to every admin queue. */
export async function fillDemoQueues(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const { fans, creators } = people;
  const fan = (username: string) => named(fans, username);
  const pool = (start: string) => pools.find(({ demo }) => demo.title.startsWith(start))?.id ?? '';
  await applyAsCreator(context, fan('edda'), {
    fullName: 'Edda Storm',
    username: 'edda_waits',
    category: 'Music',
    bio: 'Songs for bus stops, in schedule order.',
    socialLinks: [{ platform: 'other', url: 'https://edda-waits.example' }],
    proofUrl: 'https://edda-waits.example/fanfare',
    agreement: true,
  });
  await claimCreator(context, fan('kiri'), 'the_paper_fox', {
    message: 'It’s me. I folded one for you and left it on the 4, second car.',
    proofUrl: 'https://the-paper-fox.example/fanfare',
  });
  await claimPool(context, named([...creators.values()], 'kettle_logic'), pool('A dictionary of beeping'), {
    message: 'We’ve been listening to appliances for six years. Three short and one long means the door is open.',
    proofUrl: 'https://kettle-logic.example/beeps',
  });
  const bribe = await commentId(context.db.sql, 'Does it take bribes?');
  if (bribe) {
    const reason = 'It’s offering a doorbell a bribe. I’m only half kidding. Please take a look.';
    await makeReport(context, fan('hugo'), { kind: 'comment', id: bribe, reason });
  }
  const objected = pool('Read the front page');
  const payer = await payerOf(context.db.sql, objected);
  const reader = fans.find(({ userId }) => userId === payer);
  if (reader) {
    const reason = 'I’m missing the last fifteen minutes. It cuts off in the middle of the weather.';
    await objectToDelivery(context, reader, { poolId: objected, reason });
  }
}

function named(people: readonly Actor[], username: string): Actor {
  const person = people.find((one) => one.username === username);
  if (!person) throw new Error(`the demo has no person named ${username}`);
  return person;
}
