/** An error of the API in Stripe's shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> & { type: string; message: string } };
  constructor(status: number, error: { type?: string; message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
}

export function missing(kind: string, id: string, param = 'id'): Refusal {
  return new Refusal(404, { code: 'resource_missing', message: `No such ${kind}: '${id}'`, param });
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { message, ...(param ? { param } : {}), ...(code ? { code } : {}) });
}
