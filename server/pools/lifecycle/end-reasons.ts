import { inEnglish, type Message } from '#contract/language/text.ts';
import { endReasonMessages, formerEndReasons, givenReasons } from '#contract/pools/end-reasons.ts';

const stored = <Name extends string>(messages: Readonly<Record<Name, Message>>) =>
  Object.fromEntries(Object.entries<Message>(messages).map(([name, text]) => [name, inEnglish(text)])) as Readonly<
    Record<Name, string>
  >;

/** The standard reasons with which the lifecycle ends a pool, in English, as they are stored. */
export const endReasons = stored(endReasonMessages);
/** The reasons that the server gives in place of a person, as they are stored. `belowGoal`: why a pool does not end at its funding deadline. */
export const serverReasons = stored(givenReasons);

const lifecycleReasons: readonly string[] = [...Object.values(endReasons), ...formerEndReasons.map(inEnglish)];

/** Whether this is a standard reason of the lifecycle instead of one given by a person. */
export const isLifecycleReason = (reason: string): boolean => lifecycleReasons.includes(reason);
