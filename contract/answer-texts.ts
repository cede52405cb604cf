import { knownText } from '#contract/language/known-text.ts';
import { type Message, msg, type Text } from '#contract/language/text.ts';

/** The messages of calls that succeeded. The API sends them in English; pages show them in the language of the tab. */
export const answerTexts = {
  contacted: msg`Thank you. Your message is on its way. We’ll reply by email.`,
  noticeReceived: msg`Thank you. We emailed you a confirmation, and an admin will review your notice within two business days.`,
  passwordChanged: msg`Your password was changed. You were signed out everywhere else.`,
  alreadyConfirmed: msg`Your email is already confirmed.`,
  confirmationSent: msg`A new confirmation link is on its way.`,
} as const satisfies Record<string, Message>;

export const emailChangeText = (address: string): Message =>
  msg`Open the link we sent to ${{ address }} to confirm it. Until then, your email stays the same.`;

export const providerLinkedText = (provider: string): Message => msg`You can now sign in with ${{ provider }}.`;

/** The message of an answer in the language of the moment. */
export const answerText = (message: string): Text => knownText(message, Object.values<Message>(answerTexts));
