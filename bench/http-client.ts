/**
 * Requests one URL repeatedly over keep-alive connections. A separate process: its argument is JSON with the options of autocannon, and
 * it prints the result as JSON.
 */
import { createRequire } from 'node:module';

/** The parts of autocannon that we use. It has no types. */
type Autocannon = (options: { setupClient(client: Client): void }) => Promise<unknown>;
interface Client {
  pipelinedRequests: { addBody(bytes: Buffer): void };
}

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;

const result = await autocannon({
  ...JSON.parse(process.argv[2] ?? '{}'),
  setupClient(client) {
    // autocannon decodes each body as UTF-8 text. Of a compressed page, this took it longer than the product needs to send one, while
    // the text of the bare string is easy to decode.
    client.pipelinedRequests.addBody = () => undefined;
  },
});
process.stdout.write(JSON.stringify(result));
