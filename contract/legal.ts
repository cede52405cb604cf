import { z } from 'zod';
import { adminQuery, decisionReason, paged } from '#contract/admin/admin-list.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';
import { emailField, userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { legalLimits } from './limits.ts';
import { byUuid } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

const tidied = (tidy: (given: string) => string) => (max: number, required: () => Text, tooLong: () => Text) =>
  z.string({ error: required }).overwrite(tidy).min(1, { error: required }).max(max, { error: tooLong });
const oneLine = tidied(tidyLine);
const lines = tidied(tidyText);
/** A statement that the law requires. It counts only if it is given. */
const stated = z.literal(true, { error: () => t`The law requires this statement` });

/** A schema instead of a plain object, so that the bundler drops it from pages that do not use it. */
const contact = z.object({
  name: oneLine(
    legalLimits.line,
    () => t`Full name is required`,
    () =>
      t`Full name must be ${plural({ max: legalLimits.line }, { one: '# character', other: '# characters' })} or less`,
  ),
  address: lines(
    legalLimits.address,
    () => t`Postal address is required`,
    () =>
      t`Postal address must be ${plural({ max: legalLimits.address }, { one: '# character', other: '# characters' })} or less`,
  ),
  phone: oneLine(
    legalLimits.phone,
    () => t`Phone number is required`,
    () =>
      t`Phone number must be ${plural({ max: legalLimits.phone }, { one: '# character', other: '# characters' })} or less`,
  ),
});
const signature = oneLine(
  legalLimits.line,
  () => t`Signature is required`,
  () =>
    t`Signature must be ${plural({ max: legalLimits.line }, { one: '# character', other: '# characters' })} or less`,
);

/** A notice under 17 U.S.C. 512(c)(3). */
export const takedownForm = z.object({
  ...contact.shape,
  email: emailField,
  /** The copyright owner, if the complainant acts for one. */
  ownerName: z.string().overwrite(tidyLine).max(legalLimits.line).default(''),
  work: lines(
    legalLimits.text,
    () => t`A description of the work is required`,
    () => t`A description of the work must be ${{ max: legalLimits.text }} characters or less`,
  ),
  /** Addresses on this site, one each. */
  locations: z
    .array(
      oneLine(
        legalLimits.location,
        () => t`Address is required`,
        () =>
          t`Address must be ${plural({ max: legalLimits.location }, { one: '# character', other: '# characters' })} or less`,
      ),
    )
    .min(1, { error: () => t`Enter at least one address` })
    .max(legalLimits.locations, {
      error: () =>
        t`Enter at most ${plural({ addresses: legalLimits.locations }, { one: '# address', other: '# addresses' })}. Send another notice for the others.`,
    }),
  goodFaith: stated,
  accurate: stated,
  signature,
  /** A honeypot: the field is invisible, so only bots fill it in. Their notices are discarded. */
  website: z.string().max(500).default(''),
});

/** A counter-notice under 17 U.S.C. 512(g)(3). */
export const counterNoticeForm = z.object({
  ...contact.shape,
  explanation: z
    .string()
    .overwrite(tidyText)
    .max(legalLimits.text, { error: () => t`Explanation must be ${{ max: legalLimits.text }} characters or less` })
    .default(''),
  mistake: stated,
  jurisdiction: stated,
  signature,
});

export const takedownKinds = ['pool', 'comment', 'delivery', 'picture'] as const;
export type TakedownKind = (typeof takedownKinds)[number];
export const takedownStatus = z.enum(['open', 'acted', 'rejected']);
/**
 * disabled: only admins see the material, and its person may answer. countered: the counter-notice is forwarded, and the material returns
 * unless the complainant goes to court. kept_down stays so unless an admin restores it later; restored is final.
 */
export const materialStatus = z.enum(['disabled', 'countered', 'restored', 'kept_down']);
export const materialOutcome = z.enum(['unanswered', 'action_filed', 'admin', 'clock']);

const counterNotice = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  explanation: z.string(),
  signature: z.string(),
  createdAt: z.iso.datetime(),
});

const material = z.object({
  id: uuid,
  kind: z.enum(takedownKinds),
  label: z.string(),
  /** A page that shows it or its place. */
  path: z.string(),
  status: materialStatus,
  /** While disabled: the end of the time to answer. While countered: when it is restored. */
  dueAt: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  outcome: materialOutcome.nullable(),
  reason: z.string().nullable(),
});

export const takedownItem = z.object({
  id: uuid,
  /** The number in every email about the notice. */
  reference: z.string(),
  status: takedownStatus,
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  ownerName: z.string().nullable(),
  work: z.string(),
  locations: z.array(z.string()),
  signature: z.string(),
  /** The complainant's account, if they were signed in. */
  user: userSummary.nullable(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  materials: z.array(
    material.extend({
      /** The person who posted it. */
      user: userSummary,
      /** The number of notices that led to material of this person being disabled, without restored material. */
      strikes: z.number().int(),
      /** The strikes reach the limit in the settings: consider a suspension. */
      flagged: z.boolean(),
      counterNotice: counterNotice.nullable(),
    }),
  ),
});
export type TakedownItem = z.infer<typeof takedownItem>;

/** Something at an address of the notice that an admin can disable. */
export const takedownCandidate = z.object({
  kind: z.enum(takedownKinds),
  id: uuid,
  label: z.string(),
  path: z.string(),
  user: userSummary,
  /** It is disabled already, by this notice or another one. */
  disabled: z.boolean(),
});
export type TakedownCandidate = z.infer<typeof takedownCandidate>;

/** A case as the person whose material was disabled sees it. */
export const myTakedown = material.extend({
  reference: z.string(),
  /** The notice without the complainant's postal address and phone number. */
  notice: z.object({
    name: z.string(),
    email: z.string(),
    ownerName: z.string().nullable(),
    work: z.string(),
    locations: z.array(z.string()),
    createdAt: z.iso.datetime(),
  }),
  counterNotice: counterNotice.nullable(),
});
export type MyTakedown = z.infer<typeof myTakedown>;

export const sendTakedownNotice = endpoint({
  method: 'POST',
  path: '/api/takedown-notices',
  summary: 'Send a copyright notice; works signed out',
  who: 'anyone',
  body: takedownForm,
  output: z.object({ reference: z.string(), message: z.string() }),
  status: 201,
  whileSuspended: true,
});
export const listTakedowns = endpoint({
  method: 'GET',
  path: '/api/admin/takedowns',
  summary: 'List copyright notices with the material they disabled and the counter-notices',
  who: 'admin',
  query: adminQuery([...takedownStatus.options, 'countered']),
  output: paged(takedownItem),
});
export const getAdminTakedown = endpoint({
  method: 'GET',
  path: '/api/admin/takedowns/:id',
  summary: 'Get a copyright notice with the material it disabled and the counter-notices',
  who: 'admin',
  params: byUuid,
  output: takedownItem,
});
export const listTakedownCandidates = endpoint({
  method: 'GET',
  path: '/api/admin/takedowns/:id/candidates',
  summary: 'List pools, deliveries, comments, profile pictures and covers at the addresses of a notice',
  who: 'admin',
  params: byUuid,
  output: z.object({ candidates: z.array(takedownCandidate), unknown: z.array(z.string()) }),
});
export const decideTakedown = endpoint({
  method: 'PATCH',
  path: '/api/admin/takedowns/:id',
  summary: 'Reject a notice with a reason, or disable material; notifies the complainant and the person who posted it',
  who: 'admin',
  params: byUuid,
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('reject'), reason: decisionReason }),
    z.strictObject({
      action: z.literal('disable'),
      materials: z
        .array(z.object({ kind: z.enum(takedownKinds), id: uuid }))
        .min(1, { error: () => t`Choose the material to disable` })
        .max(50),
    }),
  ]),
  output: takedownItem,
  errors: ['own_decision', 'pool_state', 'pool_frozen'],
});
export const settleTakedown = endpoint({
  method: 'PATCH',
  path: '/api/admin/takedown-materials/:id',
  summary: 'Record a court action, keep unanswered material disabled, or restore it, early or later',
  who: 'admin',
  params: byUuid,
  body: z.object({ action: z.enum(['action_filed', 'keep_down', 'restore']), reason: decisionReason }),
  output: takedownItem,
  errors: ['own_decision', 'pool_state', 'pool_frozen'],
});
export const listRepeatInfringers = endpoint({
  method: 'GET',
  path: '/api/admin/repeat-infringers',
  summary: 'List people by the number of notices against them; REPEAT_INFRINGER_LIMIT flags a person',
  who: 'admin',
  output: z.object({
    threshold: z.number().int(),
    people: z.array(
      z.object({ user: userSummary, strikes: z.number().int(), flagged: z.boolean(), suspended: z.boolean() }),
    ),
  }),
});
export const getTakedown = endpoint({
  method: 'GET',
  path: '/api/takedowns/:id',
  summary: 'Get the case about my disabled material',
  who: 'user',
  params: byUuid,
  output: myTakedown,
});
export const sendCounterNotice = endpoint({
  method: 'POST',
  path: '/api/takedowns/:id/counter-notice',
  summary: 'Send a counter-notice about my disabled material; it is forwarded to the complainant',
  who: 'user',
  params: byUuid,
  body: counterNoticeForm,
  output: myTakedown,
  status: 201,
  errors: ['takedown_settled'],
  whileSuspended: true,
});
