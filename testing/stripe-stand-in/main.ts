import { parseArgs } from 'node:util';
import { StandIn } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    data: { type: 'string' },
    live: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
  },
});
if (!values.data) throw new Error('Name the folder of the journal with --data.');

const standIn = new StandIn({
  port: Number(values.port),
  dataDir: values.data,
  livemode: values.live,
  control: values.control,
});
process.stdout.write(`stand-in for Stripe is running at ${await standIn.listen()}\n`);
process.once('SIGTERM', () => {
  standIn.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
