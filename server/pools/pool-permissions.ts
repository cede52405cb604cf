import { limits } from '#contract/limits.ts';
import type { CreatorPermissions, PoolPermissions } from '#contract/pools/pool-permissions.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from './hooks.ts';
import type { PoolEvent } from './lifecycle/pool-events.ts';
import { decidePool } from './lifecycle/pool-lifecycle.ts';
import {
  cancelsAsAdmin,
  isAssignedCreator,
  type Owned,
  refusalOfAnswerer,
  refusalOfCanceler,
  refusalOfClaim,
  refusalOfEdit,
  refusalOfLateSwitch,
  refusalOfPledge,
} from './policy.ts';
import type { PageRow } from './pool-page.sql.ts';
import type { PoolState, Windows } from './pool-state.ts';

export const noPermissions: PoolPermissions = {
  pledge: false,
  pledgeLate: false,
  edit: false,
  cancel: false,
  claim: false,
  postUpdates: false,
  report: false,
};

type Granted = Pick<Pool, 'can' | 'pledgeRefusal' | 'claim'>;

/** The actions that the viewer may take on the pool now, by the functions with which the actions decide. */
export function permissionsOf(
  context: Platform,
  viewer: Pick<RequestContext, 'actor' | 'seesAdult'>,
  row: PageRow,
  { fundable, adultGate }: Pick<Pool, 'fundable' | 'adultGate'>,
): Granted {
  const { actor } = viewer;
  // A visitor can still pass the age gate. The page to sign up shows the pledge that they finish after it.
  const judged = actor ? viewer : { actor, seesAdult: true };
  const refusal = refusalOfPledge(judged, { ...row, refusal: row.pledgeRefusal }, { fundsAdult: fundable });
  const pledging = {
    pledge: refusal === null && !row.takesLatePledges,
    pledgeLate: refusal === null && row.takesLatePledges,
  };
  if (!actor) return { can: { ...noPermissions, ...pledging, report: true }, pledgeRefusal: refusal, claim: null };
  // Suspended people may only read and export.
  if (actor.suspended) return { can: noPermissions, pledgeRefusal: refusal, claim: null };
  const { hooks } = context;
  const claim = claimOf(actor, row);
  const can = {
    ...pledging,
    edit: !refusalOfEdit(actor, row, row.othersPledged),
    cancel: mayCancel(context, actor, row),
    claim: claim === 'possible',
    postUpdates: adultGate === null && hooks.one('pool.may_post_updates')(actor, row),
    report: hooks.one('pool.may_report')(actor, row.ownerId),
  };
  return { can, pledgeRefusal: refusal, claim };
}

function claimOf(actor: Actor, row: PageRow): Pool['claim'] {
  const refusal = refusalOfClaim(actor, row, row.workingProfileId);
  if (row.hasOpenClaim && (!refusal || refusal.code === 'pool_frozen')) return 'pending';
  return refusal ? null : 'possible';
}

function mayCancel({ config }: Platform, actor: Actor, row: PageRow): boolean {
  if (refusalOfCanceler(actor, row)) return false;
  // These are the people of `peopleOfPool` for this action.
  const isConcerned = isAssignedCreator(actor, row) || actor.userId === row.profileOwnerId;
  if (isConcerned && cancelsAsAdmin(actor, row, row.othersPledged)) return false;
  const event = { type: 'cancel', byAdmin: actor.role === 'admin', othersPledged: row.othersPledged } as const;
  return isTaken(row, event, config.windows);
}

/** The columns with which the lifecycle decides about the events of people, and the database's time. */
export type DecidedRow = Omit<PoolState, keyof typeof unread> & { now: Date };
/** These do not matter to the events of people, or only to what follows from them. */
const unread = {
  isCreatorPayable: false,
  chargesOpen: 0,
  chargesInFlight: 0,
  openObjections: 0,
  isCreatorSuspended: false,
};

const isTaken = (row: DecidedRow, event: PoolEvent, windows: Windows): boolean =>
  !('refuse' in decidePool({ ...row, ...unread }, event, row.now, windows));

/** The actions that the assigned creator may take on the pool now. */
export function creatorPermissionsOf({ config }: Platform, actor: Actor, row: Owned & DecidedRow): CreatorPermissions {
  const answers = !actor.suspended && !refusalOfAnswerer(actor, row);
  const may = (event: PoolEvent) => answers && isTaken(row, event, config.windows);
  const terms = {
    acceptedBy: actor.userId,
    deliveryDays: row.deliveryDays ?? limits.deliveryDays.min,
    floorCents: row.floorCents ?? 0,
    allowLatePledges: false,
    feePercent: config.platformFeePercent,
  };
  return {
    accept: [false, true].some((atCurrentAmount) => may({ type: 'accept', ...terms, atCurrentAmount })),
    decline: may({ type: 'decline' }),
    proceed: may({ type: 'proceed' }),
    giveUp: may({ type: 'give_up' }),
    deliver: may({ type: 'submit_delivery' }),
    setLatePledges: answers && !refusalOfLateSwitch(actor, row),
  };
}
