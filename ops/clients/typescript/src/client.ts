/** The client: calls of any operation, lists page by page, and the feed. */

import { Feed, type Filters } from "./feed.js";
import type { Item, ListPath, Method, Options, Path, Result } from "./operations.js";
import { Problem } from "./problem.js";
import { type Retries, RETRIES, delayAfter, wait } from "./retries.js";

const API = "/api/v1";
const TIMEOUT_MS = 30_000;

export interface Settings {
  /** A token; without one the client is the public. */
  token?: string;
  retries?: Partial<Retries>;
  fetch?: typeof fetch;
}

interface AnyGiven {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  key?: string;
  signal?: AbortSignal;
}

/** Client of the service at an address. A POST keeps its idempotency key, so the service carries it out once. */
export class Recount {
  readonly retries: Retries;
  readonly fetch: typeof fetch;

  constructor(
    readonly address: string,
    readonly settings: Settings = {},
  ) {
    this.retries = { ...RETRIES, ...settings.retries };
    this.fetch = settings.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Returns a client with another token. */
  withToken(token: string): Recount {
    return new Recount(this.address, { ...this.settings, token });
  }

  /** Returns the body of the reply to a call; rejects with a `Problem`, or the error of `fetch`. */
  async call<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...[given]: Options<M, P>
  ): Promise<Result<M, P>> {
    return (await this.request(method, path, ...([given] as Options<M, P>))).body;
  }

  /** Returns the body of the reply to a call with its headers; the rest is as with `call`. */
  async request<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...[given]: Options<M, P>
  ): Promise<{ body: Result<M, P>; headers: Headers }> {
    const any = (given ?? {}) as AnyGiven;
    const reply = await this.#send(this.url(path, any.path, any.query), method, any);
    return { body: (await read(reply)) as Result<M, P>, headers: reply.headers };
  }

  /** Yields the items of a list, and requests each page when it is needed. */
  async *each<P extends ListPath>(path: P, ...[given]: Options<"get", P>): AsyncGenerator<Item<P>> {
    for await (const page of this.pages(path, given as AnyGiven)) yield* page.items as Item<P>[];
  }

  /** Yields the pages of a list, with the headers of each. */
  async *pages(
    path: string,
    given: AnyGiven = {},
  ): AsyncGenerator<{ items: unknown[]; next: string | null; headers: Headers }> {
    let query = given.query;
    for (;;) {
      const reply = await this.#send(this.url(path, given.path, query), "get", given);
      const page = (await reply.json()) as { items: unknown[]; next: string | null };
      yield { ...page, headers: reply.headers };
      if (page.next === null) return;
      // A page begins at a cursor or after a position, not at both.
      query = { ...given.query, after: undefined, cursor: page.next };
    }
  }

  /**
   * Returns the facts after a position, and all that follow, as an iterable without end. Store `position` of
   * a notice in the transaction that stores its effect, and give it here after a restart.
   */
  feed(after = 0, filters: Filters = {}, options: { log?: string; signal?: AbortSignal } = {}): Feed {
    return new Feed(this, after, filters, options);
  }

  /** Returns the address of a path of the document. */
  url(
    path: string,
    values: Record<string, string | number> = {},
    query: Record<string, unknown> = {},
  ): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
    const url = new URL(API + filled, this.address);
    for (const [name, value] of Object.entries(query))
      for (const each of [value].flat())
        if (each !== undefined && each !== null) url.searchParams.append(name, String(each));
    return url.href;
  }

  /** Returns headers with the token. */
  headers(more: Record<string, string> = {}): Record<string, string> {
    const { token } = this.settings;
    return token ? { Authorization: `Bearer ${token}`, ...more } : more;
  }

  async #send(url: string, method: Method, given: AnyGiven): Promise<Response> {
    const headers = this.headers({ Accept: "application/json, */*;q=0.5", ...given.headers });
    if (method === "post") headers["Idempotency-Key"] = given.key ?? crypto.randomUUID();
    // Without a token, a secret lets the repeated request get the first reply.
    if (method === "post" && !headers.Authorization) headers["Idempotency-Secret"] ??= crypto.randomUUID();
    const sent: RequestInit = { method: method.toUpperCase(), headers };
    if (typeof given.body === "string") sent.body = given.body;
    else if (given.body !== undefined) {
      headers["Content-Type"] = "application/json";
      sent.body = JSON.stringify(given.body);
    }
    for (let attempt = 1; ; attempt++) {
      let delay: number | undefined;
      try {
        const reply = await this.fetch(url, { ...sent, signal: deadline(given.signal) });
        delay = delayAfter(this.retries, attempt, reply);
        if (delay === undefined) {
          if (!reply.ok) throw await Problem.of(reply);
          return reply;
        }
        await reply.body?.cancel();
      } catch (error) {
        if (error instanceof Problem || given.signal?.aborted) throw error;
        delay = delayAfter(this.retries, attempt);
        if (delay === undefined) throw error;
      }
      await wait(delay, given.signal);
    }
  }
}

function deadline(signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

async function read(reply: Response): Promise<unknown> {
  const kind = reply.headers.get("Content-Type")?.split(";")[0] ?? "";
  if (reply.status === 204) return undefined;
  return kind === "application/json" || kind.endsWith("+json") ? reply.json() : reply.text();
}
