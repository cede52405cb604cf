import type { MissingSetting } from '#contract/admin/operator.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Lists the operator's unset settings, each with the part of the pages that needs it. */
export function missingSettings({ config }: Pick<Platform, 'config'>): MissingSetting[] {
  const without = {
    OPERATOR_NAME: `The legal pages name ${config.brandName}, not the person or company that runs it.`,
    OPERATOR_ADDRESS: 'The legal pages and Contact us show no postal address.',
    RECORDS_KEY: 'Adult pools cannot be delivered, because performer records (18 U.S.C. 2257) cannot be stored.',
    OPERATOR_EMAIL: `The legal pages and Contact us show no email address; the contact form writes to ${config.contactEmail}.`,
  };
  return config.missingOperatorSettings.map((name) => ({ name, without: without[name] }));
}
