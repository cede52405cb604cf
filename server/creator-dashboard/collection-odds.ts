/** Charges that have an outcome. */
export interface Outcomes {
  paid: number;
  unpaid: number;
}

/** Pledges whose outcome is open: their sum in cents, and the sum of their squares. */
export interface OpenPledges {
  cents: number;
  squaredCents: number;
}

export interface Collection {
  /** Paid already. */
  paidCents: number;
  /** Not charged yet, or being charged. */
  waiting: OpenPledges;
  /** The card failed, and the fan was asked to pay. */
  due: OpenPledges;
}

/** The outcomes of the same creator's earlier charges: all of them, and those whose card failed at first. */
export interface History {
  all: Outcomes;
  due: Outcomes;
}

export interface Range {
  lowCents: number;
  highCents: number;
}

/**
 * The prior for creators without a history, as a number of imaginary charges: 1 in 20 is never paid, and 1 in 2 once the card
 * has failed. Each real charge reduces its weight.
 */
const assumed: History = { all: { paid: 19, unpaid: 1 }, due: { paid: 1, unpaid: 1 } };

/** Standard deviations on either side of the mean that contain 80 % of a normal distribution. */
const spread = 1.2816;

/** Mean and variance of the unpaid cents, if the unpaid share of charges follows a beta distribution of these outcomes. */
function lossOf({ cents, squaredCents }: OpenPledges, observed: Outcomes, prior: Outcomes) {
  const unpaid = observed.unpaid + prior.unpaid;
  const paid = observed.paid + prior.paid;
  const total = unpaid + paid;
  // Chance within each pledge, and uncertainty about the share that all pledges have in common.
  const own = (unpaid * paid) / (total * (total + 1));
  const common = (unpaid * paid) / (total * total * (total + 1));
  return { mean: (cents * unpaid) / total, variance: squaredCents * own + cents * cents * common };
}

/**
 * The 80% range of the collected sum, in whole cents. Never below the paid sum, never above the pledged
 * sum.
 */
export function expectedCollection({ paidCents, waiting, due }: Collection, history: History): Range {
  const losses = [lossOf(waiting, history.all, assumed.all), lossOf(due, history.due, assumed.due)];
  const pledgedCents = paidCents + waiting.cents + due.cents;
  const mean = losses.reduce((rest, loss) => rest - loss.mean, pledgedCents);
  const deviation = Math.sqrt(losses.reduce((sum, { variance }) => sum + variance, 0));
  const within = (cents: number) => Math.round(Math.min(pledgedCents, Math.max(paidCents, cents)));
  return { lowCents: within(mean - spread * deviation), highCents: within(mean + spread * deviation) };
}
