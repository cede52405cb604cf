import { describeCardProcessor } from '#testing/card-contract/describe-card-processor.ts';
import { openSandboxDriver } from '#testing/card-contract/sandbox-driver.ts';

describeCardProcessor('sandbox', openSandboxDriver);
