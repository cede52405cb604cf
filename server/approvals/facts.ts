declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** An admin asked for a second one. */
    'approval.requested': { requestId: string };
    /** A second admin approved or refused a request, or it lapsed. */
    'approval.decided': { requestId: string };
  }
}

export {};
