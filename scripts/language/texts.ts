/** A text of the source. */
export interface SourceText {
  /** As Lingui names the text, by its English and its context. */
  id: string;
  /** English, in ICU MessageFormat. */
  message: string;
  /** Tells equal English texts of different meaning apart. */
  context: string | undefined;
  /** The files that have the text. */
  origins: string[];
  /** The expression behind each placeholder, as an explanation for translators. */
  placeholders: Record<string, string>;
}

/**
 * Screens that only admins open, and answers to what admins do. They stay English in every language, so that translators need not care
 * for the words of an operator. Texts that other screens share are translated.
 */
const forOperators = [
  /^web\/(?:pages\/admin|admin-users|admin-table|approvals|bookkeeping|health|moderation)\//,
  /^web\/(?:operator\/mail-preview|safety\/second-admin|shell\/admin-entries|data\/admin-counts)/,
  /^contract\/admin\/(?!operator\.ts)/,
  /^server\/(?:admin|approvals|audit|bookkeeping|health|mail-preview)\//,
  /^server\/(?:operator\/test-mail|legal\/(?:decide|settle|sweep)-takedowns?)\.ts$/,
  /^server\/legal\/records\/|\/mail-samples\.ts$/,
];

export const isForOperators = ({ origins }: SourceText): boolean =>
  origins.every((file) => forOperators.some((files) => files.test(file)));
