import { exampleOf } from '#contract/programs/event-examples.ts';

/** The parts of the examples that readers replace. */
export const placeholderPattern =
  /(ffp_YOUR_TOKEN|whsec_PASTE_YOUR_SECRET|POOL_URL|https:\/\/example\.com\/events|(?<=after=)[\da-f-]{36})/;

/** The `last` of the example above the command. No log has this event, so the response begins with the first one after its time. */
const { id: lastId } = exampleOf('pledge.placed');

/** Commands to paste into a shell. All but the first need the variable that the first sets. `site`: the origin of this installation. */
export const shellExamples = (site: string) => ({
  token: 'export TOKEN=ffp_YOUR_TOKEN',
  user: `curl -H "Authorization: Bearer $TOKEN" \\
  ${site}/api/user`,
  events: `curl -H "Authorization: Bearer $TOKEN" \\
  ${site}/api/events`,
  readOn: `curl -H "Authorization: Bearer $TOKEN" \\
  -G ${site}/api/events \\
  -d after=${lastId} \\
  -d type=pledge.placed,pool.goal_met`,
  webhook: `curl -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "url": "https://example.com/events",
    "types": ["pledge.placed", "pool.goal_met"]
  }' \\
  ${site}/api/webhook-endpoints`,
  oembed: `curl "${site}/api/oembed?url=POOL_URL"`,
  feed: `curl ${site}/feed.xml`,
});
