/** For failures that are only logged: the person can do nothing about them. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log; every line to it goes through here
  console.warn(what, error);
}
