import { type CardProcessor, ProcessorFault } from '#server/money/card-processor.ts';

/**
 * The card processors of this installation. New work goes to the one that `forContent` returns. Work on a stored row goes to the one
 * that the row names, whatever the settings say now.
 */
export class Processors {
  readonly main: CardProcessor;
  readonly all: readonly CardProcessor[];
  readonly #adult: CardProcessor | undefined;

  /** `adult` takes payments for adult content; without it, the main processor takes them unless it forbids them. */
  constructor(main: CardProcessor, adult: CardProcessor | undefined = undefined) {
    const chosen = adult ?? main;
    if (adult?.forbidsAdult) throw new Error(`${adult.name} forbids payments for adult content`);
    this.main = main;
    this.#adult = chosen.forbidsAdult ? undefined : chosen;
    this.all = adult && adult !== main ? [main, adult] : [main];
  }

  /** The processor that takes new work. Undefined for adult content when no processor of this installation allows it. */
  forContent({ adult }: { adult: boolean }): CardProcessor | undefined {
    return adult ? this.#adult : this.main;
  }

  /** Whether payments move no real money, for the notices on pages. */
  get testModes(): { testCards: boolean; adultTestCards: boolean } {
    return { testCards: this.main.testMode, adultTestCards: this.#adult?.testMode ?? false };
  }

  find(name: string): CardProcessor | undefined {
    return this.all.find((processor) => processor.name === name);
  }

  /**
   * The processor that a row names. Throws ProcessorFault `unknown` when this installation does not use it anymore, because then the
   * outcome cannot be looked up: callers handle it like a processor that does not answer.
   */
  get(name: string): CardProcessor {
    const processor = this.find(name);
    if (!processor) throw new ProcessorFault('unknown', `the card processor "${name}" is not in use here`);
    return processor;
  }
}

/** The part of MoneyContext that names the processors. */
export function withProcessors<P extends CardProcessor>(
  main: P,
  adult?: CardProcessor,
): { cards: P; processors: Processors } {
  return { cards: main, processors: new Processors(main, adult) };
}
