import { z } from 'zod';
import { adminQuery, paged } from '#contract/admin/admin-list.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { legalLimits } from './limits.ts';
import { byUuid } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

/** Documents with a photo that a government issued (28 C.F.R. 75.1(b)). */
export const documentKinds = ['passport', 'driver_license', 'id_card', 'other'] as const;
export const documentKind = z.enum(documentKinds);

const day = (required: () => Text) => z.iso.date({ error: required });

/** The fields of the form; the scan is its file `scan`. */
export const performerForm = z.object({
  legalName: z
    .string()
    .overwrite(tidyLine)
    .min(1, { error: () => t`Legal name is required` })
    .max(legalLimits.line, {
      error: () =>
        t`Legal name must be ${plural({ max: legalLimits.line }, { one: '# character', other: '# characters' })} or less`,
    }),
  /** Every other name that the person has used, separated by commas. */
  aliases: z
    .string()
    .overwrite(tidyLine)
    .max(legalLimits.address, {
      error: () =>
        t`Other names must be ${plural({ max: legalLimits.address }, { one: '# character', other: '# characters' })} or less`,
    })
    .default(''),
  dateOfBirth: day(() => t`Date of birth is required`),
  documentKind: z.enum(documentKinds, { error: () => t`Choose the kind of document` }),
});

export const performer = z.object({
  id: uuid,
  legalName: z.string(),
  aliases: z.array(z.string()),
  documentKind,
  createdAt: z.iso.datetime(),
});
export type Performer = z.infer<typeof performer>;

export const productionForm = z
  .object({
    producedOn: day(() => t`Date of production is required`),
    performerIds: z.array(uuid).max(legalLimits.performers).default([]),
    /** The creator states that no real person is shown: a drawing, a text, music. */
    showsNoOne: z.boolean().default(false),
  })
  .strict()
  .refine(({ performerIds, showsNoOne }) => performerIds.length > 0 !== showsNoOne, {
    error: () => t`Choose everyone shown, or state that no real person is shown.`,
    path: ['performerIds'],
  });

const production = z.object({
  producedOn: z.iso.date(),
  performerIds: z.array(uuid),
  showsNoOne: z.boolean(),
  recordedAt: z.iso.datetime(),
});

export const productionRecord = z.object({
  /** The pool is adult, so a delivery needs a record. */
  required: z.boolean(),
  /** False while the operator has not set up record keeping: adult pools cannot be delivered. */
  open: z.boolean(),
  /** The latest record for this pool. */
  production: production.nullable(),
});

export const productionItem = z.object({
  id: uuid,
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  user: userSummary,
  performers: z.number().int(),
  showsNoOne: z.boolean(),
  createdAt: z.iso.datetime(),
  keepUntil: z.iso.datetime(),
});

export const listPerformers = endpoint({
  method: 'GET',
  path: '/api/performers',
  summary: 'List the people in my performer records (18 U.S.C. 2257)',
  who: 'creator',
  output: z.object({ performers: z.array(performer) }),
});
export const addPerformer = endpoint({
  method: 'POST',
  path: '/api/performers',
  summary: 'Add a person with a scan of their document (PNG, JPEG, WebP or PDF, at most 10 MB); stored encrypted',
  who: 'creator',
  bodyKind: 'multipart',
  output: performer,
  status: 201,
  errors: ['performer_records_closed', 'payload_too_large', 'image_type'],
});
export const getProduction = endpoint({
  method: 'GET',
  path: '/api/pools/:id/production',
  summary: 'Get my record of who is shown in the delivery of this pool',
  who: 'creator',
  params: byUuid,
  output: productionRecord,
  errors: ['not_your_request'],
});
export const recordProduction = endpoint({
  method: 'POST',
  path: '/api/pools/:id/production',
  summary: 'Record who is shown in the delivery of this pool, and when it was made',
  who: 'creator',
  params: byUuid,
  body: productionForm,
  output: productionRecord,
  status: 201,
  errors: ['not_your_request', 'performer_records_closed', 'performer_underage'],
});
/** Whether real people are shown. */
export const productionKinds = ['people', 'no_one'] as const;

export const listProductions = endpoint({
  method: 'GET',
  path: '/api/admin/performer-records',
  summary: 'List production records, without the people in them',
  who: 'admin',
  query: adminQuery(productionKinds),
  output: paged(productionItem),
});

export const getProductionItem = endpoint({
  method: 'GET',
  path: '/api/admin/performer-records/:id',
  summary: 'Get the record of a production without the people in it',
  who: 'admin',
  params: byUuid,
  output: productionItem,
});

/** The most productions of one export by selection. */
export const exportedProductionsMax = 100;
/** The export is a raw route, because it streams a zip. */
export const performerExportPath = '/api/admin/performer-records/export';
