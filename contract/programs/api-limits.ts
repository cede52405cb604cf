const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Limits of the API that the page for developers states. Apart from limits.ts, which every page loads. */
export const apiLimits = {
  jsonBodyBytes: 256 * 1024,
  eventsPerPage: 100,
  /** How long the log keeps events. */
  eventsKeptMs: 30 * 24 * hours,
  /** How long a receiver of a webhook has for its answer, name servers and connection included. */
  webhookAnswerMs: 20 * seconds,
  /** The delays of Standard Webhooks after each failed try, about three days in all. */
  webhookRetryMs: [
    5 * seconds,
    5 * minutes,
    30 * minutes,
    2 * hours,
    5 * hours,
    10 * hours,
    14 * hours,
    20 * hours,
    24 * hours,
  ],
} as const;
