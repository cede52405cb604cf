/** Logs a failure that the person can do nothing about. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the browser's console
  console.warn(what, error);
}
