/** A message of an overlay's stream. */
export interface OverlayMessage {
  event: string;
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what a page reads, without a schema
  data: any;
}

/** Reads the stream of an overlay as its page does. */
export class OverlayReader {
  readonly messages: OverlayMessage[] = [];
  beats = 0;
  status = 0;
  headers = new Headers();
  hasEnded = false;
  readonly #leaving = new AbortController();

  static async open(url: string, { after, from }: { after?: string; from?: string } = {}): Promise<OverlayReader> {
    const reader = new OverlayReader();
    const answer = await fetch(`${url}/events`, {
      headers: { ...(after ? { 'last-event-id': after } : {}), ...(from ? { 'x-forwarded-for': from } : {}) },
      signal: reader.#leaving.signal,
    });
    reader.status = answer.status;
    reader.headers = answer.headers;
    if (answer.status === 200 && answer.body) void reader.#read(answer.body);
    else reader.hasEnded = true;
    return reader;
  }

  get view() {
    return this.messages.findLast(({ event }) => event === 'view')?.data;
  }

  get alerts() {
    return this.messages.filter(({ event }) => event === 'alert').map(({ data }) => data);
  }

  get lastId(): string | undefined {
    return this.messages.findLast(({ id }) => id !== undefined)?.id;
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    try {
      for await (const piece of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
        const blocks = (text + piece).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // It left, or the server did.
    }
    this.hasEnded = true;
  }

  #take(block: string): void {
    if (block === ':') {
      this.beats += 1;
      return;
    }
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]));
    this.messages.push({
      event: fields.get('event') ?? '',
      id: fields.get('id'),
      data: JSON.parse(fields.get('data') ?? 'null'),
    });
  }
}
