const reasons: Record<string, string> = {
  fraudulent: 'The cardholder says they didn’t make this payment.',
  duplicate: 'The cardholder says they were charged twice.',
  subscription_canceled: 'The cardholder says they had canceled.',
  product_not_received: 'The cardholder says nothing was delivered.',
  product_unacceptable: 'The cardholder says the delivery isn’t what was promised.',
  credit_not_processed: 'The cardholder says a refund is missing.',
  unrecognized: 'The cardholder doesn’t recognize this payment.',
  fraud_warning: 'The bank suspects that the cardholder didn’t make this payment.',
};

/** The bank's reason in plain words; a reason that we do not know stays as the processor names it. */
export const disputeReason = (reason: string): string =>
  reasons[reason] ?? (reason ? `Reason: ${reason.replaceAll('_', ' ')}.` : '');
