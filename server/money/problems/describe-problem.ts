import type { Problem } from './problems.sql.ts';

type Named = Pick<Problem, 'processor' | 'action' | 'about' | 'code' | 'message' | 'advice'>;

/** One sentence: what the processor refuses, and who is waiting for it. */
export function titleOfProblem({ processor, action, about }: Named): string {
  const name = processor.charAt(0).toUpperCase() + processor.slice(1);
  switch (action) {
    case 'account':
      return `${name} refuses to create payout accounts in ${about}, so creators there can’t be paid.`;
    case 'onboarding':
      return `${name} refuses to open its pages for creators, so they can’t set up their payouts.`;
    case 'transfer':
      return `${name} refuses to pay creators. Their money waits, and we send it again every minute.`;
    case 'reversal':
      return `${name} can’t take money back from a creator. You have paid the fan; the creator owes you the amount. Their next payouts return it, and we ask again every day.`;
    case 'bank':
      return `${name} doesn’t send the earnings of some creators to their banks.`;
    case 'page':
      return about === 'charge'
        ? `${name} refuses to charge cards. The charges wait, and we try again every minute.`
        : `${name} refuses to open its pages for fans, so they can’t save a card or pay.`;
    case 'reconcile':
      return about === 'books'
        ? `We can’t compare the books with ${name}, so a movement of money could go unnoticed.`
        : `${name} doesn’t answer the reconciler about: ${about}.`;
    case 'self_test':
      return `${about}: a check of ${name} failed.`;
  }
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The title with the processor's code and text, and what to do. */
export function describeProblem(problem: Named): string {
  const { action, code, message, advice } = problem;
  const said = action === 'self_test' ? asSentence(message) : `It says ${code}: ${asSentence(message)}`;
  return [titleOfProblem(problem), said, advice].filter(Boolean).join(' ');
}
