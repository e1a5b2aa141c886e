/** The feed of facts, in order and each fact once, across lost connections and restarts. */

import type { Recount } from "./client.js";
import type { Schemas } from "./operations.js";
import { Problem } from "./problem.js";
import { TRANSIENT, backoff, wait } from "./retries.js";
import { Decoder } from "./sse.js";

export type Notice = Schemas["Notice"];
export type Filters = Partial<Record<"type" | "game" | "match" | "event" | "player", string | string[]>>;

const PATH = "/facts";
const EVENTS = "text/event-stream";
const LOG = "Recount-Log";
/** A stream sends a comment every 15 seconds, so a longer silence is a lost connection. */
const SILENCE_MS = 60_000;
/** Statuses of a service or a proxy that has no stream for this client, but may have pages. */
const NO_STREAM = new Set([200, 406, 429]);

/** The service has another log, where positions of the earlier one mean nothing. */
export class LogReplaced extends Error {
  override name = "LogReplaced";

  constructor(readonly log: string | null) {
    super(`The service has another log now, ${log}.`);
  }
}

/**
 * Notices of the feed, each once. Lost connections are opened again for as long as it takes. Rejects with a
 * `Problem` that waiting does not change, with `LogReplaced`, and with the reason of an aborted signal.
 */
export class Feed implements AsyncIterable<Notice> {
  /** The id of the log, once the service has replied. */
  log: string | undefined;
  readonly #signal: AbortSignal | undefined;
  #decoder = new Decoder();
  #failures = 0;

  constructor(
    readonly recount: Recount,
    /** The position up to which the feed was read. */
    public position: number,
    readonly filters: Filters,
    options: { log?: string; signal?: AbortSignal },
  ) {
    this.log = options.log;
    this.#signal = options.signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Notice> {
    for (;;) {
      let least = 0;
      try {
        yield* this.#stream();
        least = this.#decoder.retry ?? 0;
      } catch (error) {
        if (this.#signal?.aborted || error instanceof LogReplaced || error instanceof SyntaxError)
          throw error;
        if (error instanceof Problem) {
          if (!TRANSIENT.has(error.status)) throw error;
          least = error.retryAfter ?? 0;
        }
      }
      this.#failures += 1;
      await wait(Math.max(least, backoff(this.recount.retries, this.#failures)), this.#signal);
    }
  }

  /** Yields notices from one stream to its end, or from pages where there is no stream. */
  async *#stream(): AsyncGenerator<Notice> {
    this.#decoder = new Decoder();
    const lost = new AbortController();
    let timer = setTimeout(() => lost.abort(), SILENCE_MS);
    const signal = this.#signal ? AbortSignal.any([this.#signal, lost.signal]) : lost.signal;
    const headers = this.recount.headers({ Accept: EVENTS, "Last-Event-ID": String(this.position) });
    try {
      const reply = await this.recount.fetch(this.recount.url(PATH, {}, this.filters), { headers, signal });
      if (reply.ok && reply.body && reply.headers.get("Content-Type")?.startsWith(EVENTS)) {
        this.#checkLog(reply.headers);
        this.#failures = 0;
        const reader = reply.body.getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          clearTimeout(timer);
          timer = setTimeout(() => lost.abort(), SILENCE_MS);
          for (const event of this.#decoder.decode(value))
            if (event.data) yield* this.#unread(JSON.parse(event.data) as Notice);
            else this.position = Math.max(this.position, Number(event.id));
        }
      }
      if (!NO_STREAM.has(reply.status)) throw await Problem.of(reply);
      await reply.body?.cancel();
    } finally {
      clearTimeout(timer);
      lost.abort();
    }
    yield* this.#pages();
  }

  async *#pages(): AsyncGenerator<Notice> {
    const query = { ...this.filters, after: this.position };
    for await (const page of this.recount.pages(
      PATH,
      this.#signal ? { query, signal: this.#signal } : { query },
    )) {
      this.#checkLog(page.headers);
      for (const notice of page.items) yield* this.#unread(notice as Notice);
    }
  }

  /** Yields a notice and moves the position on, unless it was yielded before. */
  *#unread(notice: Notice): Generator<Notice> {
    if (notice.position <= this.position) return;
    this.position = notice.position;
    yield notice;
  }

  #checkLog(headers: Headers): void {
    const log = headers.get(LOG);
    if (this.log !== undefined && log !== this.log) throw new LogReplaced(log);
    this.log = log ?? undefined;
  }
}
