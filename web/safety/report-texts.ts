import { type Message, msg } from '#contract/language/text.ts';
import type { ReportKind } from '#contract/reports.ts';

export interface ReportTarget {
  kind: ReportKind;
  /** Id of the pool, comment, creator profile, person, message or delivery. */
  id: string;
  /** The title of a pool or the username of a person, unless the thing is obvious from the place of the button. */
  name?: string | undefined;
}

interface ReportTexts {
  /** The title of the dialog. */
  title: Message;
  /** The text of the button. Where room is short, only the word outside of the tag is visible. */
  button: Message;
  /** Asks a visitor to sign in. */
  signIn: Message;
}

/** The texts about a report of this thing, as whole sentences. */
export function reportTextsOf({ kind, name = '' }: ReportTarget): ReportTexts {
  switch (kind) {
    case 'pool':
      return name === ''
        ? {
            title: msg`Report this pool`,
            button: msg`Report<what> this pool</what>`,
            signIn: msg`Please log in to report this pool`,
          }
        : {
            title: msg`Report ${{ title: name }}`,
            button: msg`Report<what> ${{ title: name }}</what>`,
            signIn: msg`Please log in to report ${{ title: name }}`,
          };
    case 'profile':
      return name === ''
        ? {
            title: msg`Report this profile`,
            button: msg`Report<what> this profile</what>`,
            signIn: msg`Please log in to report this profile`,
          }
        : {
            title: msg`Report @${{ name }}`,
            button: msg`Report<what> @${{ name }}</what>`,
            signIn: msg`Please log in to report @${{ name }}`,
          };
    case 'update':
      return {
        title: msg`Report the update of @${{ name }}`,
        button: msg`Report<what> the update of @${{ name }}</what>`,
        signIn: msg`Please log in to report the update of @${{ name }}`,
      };
    case 'comment':
      return {
        title: msg`Report the comment of @${{ name }}`,
        button: msg`Report<what> the comment of @${{ name }}</what>`,
        signIn: msg`Please log in to report the comment of @${{ name }}`,
      };
    case 'message':
      return {
        title: msg`Report the message from @${{ name }}`,
        button: msg`Report<what> the message from @${{ name }}</what>`,
        signIn: msg`Please log in to report the message from @${{ name }}`,
      };
    case 'content':
      return {
        title: msg`Report this delivery`,
        button: msg`Report<what> this delivery</what>`,
        signIn: msg`Please log in to report this delivery`,
      };
    case 'thanks':
      return {
        title: msg`Report this thank-you`,
        button: msg`Report<what> this thank-you</what>`,
        signIn: msg`Please log in to report this thank-you`,
      };
  }
}
