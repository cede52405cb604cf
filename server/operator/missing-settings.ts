import type { Config } from '#server/platform/config/config.ts';
import type { OperatorDetails } from '#server/platform/operator/read-operator.ts';

/** The fields about the operator that an admin enters in the browser. */
export const operatorFields = ['name', 'address', 'email'] as const;
export type OperatorField = (typeof operatorFields)[number];

/** The settings that override them. */
export const operatorSettingNames = {
  name: 'OPERATOR_NAME',
  address: 'OPERATOR_ADDRESS',
  email: 'OPERATOR_EMAIL',
} as const satisfies Record<OperatorField, string>;

type Name = (typeof operatorSettingNames)[keyof typeof operatorSettingNames] | 'RECORDS_KEY';

interface MissingSetting {
  name: Name;
  /** A sentence that names the parts of the pages that need the setting. */
  without: string;
}

/** Lists what is missing about the operator, as names of settings, each with the part of the pages that needs it. */
export function missingSettings(
  { brandName, adminContact, adultContent, performerRecords }: Config,
  operator: OperatorDetails,
): MissingSetting[] {
  const without: Record<Name, string> = {
    OPERATOR_NAME: `The legal pages name ${brandName}, not the person or company that runs it.`,
    OPERATOR_ADDRESS: 'The legal pages and Contact us show no postal address.',
    OPERATOR_EMAIL: `The legal pages and Contact us show no email address; the contact form writes to ${adminContact}.`,
    RECORDS_KEY: 'Adult pools cannot be delivered, because performer records (18 U.S.C. 2257) cannot be stored.',
  };
  const missing: Name[] = operatorFields
    .filter((field) => operator[field] === null)
    .map((field) => operatorSettingNames[field]);
  if (adultContent && !performerRecords.key) missing.push('RECORDS_KEY');
  return missing.map((name) => ({ name, without: without[name] }));
}
