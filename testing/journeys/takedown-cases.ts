import {
  decideTakedown,
  listTakedownCandidates,
  listTakedowns,
  type MyTakedown,
  sendCounterNotice,
  sendTakedownNotice,
  settleTakedown,
  type TakedownItem,
  type TakedownKind,
} from '#contract/legal.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { copyrightNotice, counterNotice } from './copyright-notice.ts';
import type { CreatorMember, HttpSite, Member, Someone } from './http-site.ts';

/** Sends a notice about a pool; returns its row in the admin's queue. */
export async function sendNotice(site: HttpSite, pool: Pool): Promise<TakedownItem> {
  const locations = [`${site.app.url}/pool/${pool.id}`];
  const { reference } = await site
    .visitor()
    .client.call(sendTakedownNotice, { body: { ...copyrightNotice, locations } });
  const { items } = await site.admin.client.call(listTakedowns, { query: { search: reference } });
  if (!items[0]) throw new Error('the notice is not in the queue');
  return items[0];
}

/** An admin disables one thing after a new notice; returns the case. */
export async function disableMaterial(
  site: HttpSite,
  pool: Pool,
  kind: TakedownKind,
): Promise<{ item: TakedownItem; material: TakedownItem['materials'][number] }> {
  const { id } = await sendNotice(site, pool);
  const { candidates } = await site.admin.client.call(listTakedownCandidates, { params: { id } });
  const target = candidates.find((candidate) => candidate.kind === kind);
  if (!target) throw new Error(`there is no ${kind}`);
  const body = { action: 'disable' as const, materials: [{ kind, id: target.id }] };
  const item = await site.admin.client.call(decideTakedown, { params: { id }, body });
  const [material] = item.materials;
  if (!material) throw new Error('nothing was disabled');
  return { item, material };
}

export const settleCase = (
  site: HttpSite,
  id: string,
  action: 'action_filed' | 'keep_down' | 'restore',
  reason = 'As agreed',
): Promise<TakedownItem> => site.admin.client.call(settleTakedown, { params: { id }, body: { action, reason } });

export const counter = (who: Someone, id: string): Promise<MyTakedown> =>
  who.client.call(sendCounterNotice, { params: { id }, body: counterNotice });

/** Ends the waiting time of a case and runs the sweep. */
export async function letCaseClockFire(site: HttpSite, materialId: string): Promise<void> {
  await site.sql`update takedown_materials set due_at = clock_timestamp() where id = ${materialId}`;
  await sweepCases(site);
}

export async function sweepCases(site: HttpSite): Promise<void> {
  const { db, jobs } = site.app.context;
  await db.tx((tx) => jobs.enqueue(tx, { kind: 'legal.sweep_takedowns', queue: 'clock' }, undefined));
  await site.app.settle();
}

/** A pool with one payment of $20 and an approved delivery. */
export async function deliveredPool(
  site: HttpSite,
  { owner, creator, fan }: { owner: Member; creator: CreatorMember; fan: Member },
): Promise<Pool> {
  const { pool } = await site.funded(owner, creator, [{ who: fan, cents: 20_00 }]);
  await site.deliver(creator, pool);
  await site.review(pool);
  return site.pool(pool.id);
}
