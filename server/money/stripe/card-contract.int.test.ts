import { describeCardProcessor } from '#testing/card-contract/describe-card-processor.ts';
import { openStripeDriver } from '#testing/card-contract/stripe-driver.ts';

describeCardProcessor('stripe', openStripeDriver);
