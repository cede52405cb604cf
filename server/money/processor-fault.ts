/** Why a processor refused, in its own words, so that the operator can look it up. */
export interface ProcessorAnswer {
  /** The processor's code, such as "balance_insufficient". */
  code: string;
  /** The processor's text. */
  text: string;
  /** The next step of the operator, if the adapter knows the code. */
  advice?: string;
}

/**
 * `unknown`: no answer, or one without the outcome. Look the object up before anything else, and never repeat the request
 * under a new key. `refused`: the processor understood the request and did nothing.
 */
export class ProcessorFault extends Error {
  readonly kind: 'unknown' | 'refused';
  /**
   * Why the processor refused, if it no longer has the customer or the card of the request, such as after the operator deleted a customer
   * in the processor's dashboard. The cards of a missing customer are missing as well.
   */
  readonly missing: 'customer' | 'card' | undefined;
  /** Missing without an answer. */
  readonly answer: ProcessorAnswer | undefined;
  /**
   * Who can solve it. `creator`: their account or their details are the reason. `operator`: the account, the key or the balance of this
   * installation is. Undefined if the adapter cannot tell; a refused payout account or transfer is then the operator's as well.
   */
  readonly solver: 'creator' | 'operator' | undefined;
  constructor(
    kind: 'unknown' | 'refused',
    message: string,
    options?: ErrorOptions & {
      missing?: 'customer' | 'card';
      answer?: ProcessorAnswer;
      solver?: 'creator' | 'operator' | undefined;
    },
  ) {
    super(message, options);
    this.name = 'ProcessorFault';
    this.kind = kind;
    this.missing = options?.missing;
    this.answer = options?.answer;
    this.solver = options?.solver;
  }
}
