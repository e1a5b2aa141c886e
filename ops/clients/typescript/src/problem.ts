/** Refusals of the service, which are problems of RFC 9457. */

export interface FieldError {
  detail: string;
  pointer?: string;
  parameter?: string;
  line?: number;
  column?: number;
}

/**
 * A refusal of the service. `type` is the address that explains its kind, and `slug` the last part of that.
 * `detail` says what failed, `fix` how to succeed, and `body` is the whole problem with what its kind adds.
 */
export class Problem extends Error {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
  readonly errors: FieldError[];

  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    /** Seconds to wait before the next attempt, if the service names them. */
    readonly retryAfter: number | undefined,
  ) {
    super(`${status} ${body.title ?? ""}: ${body.detail ?? ""}`);
    this.name = "Problem";
    this.type = String(body.type ?? "about:blank");
    this.title = String(body.title ?? "");
    this.detail = String(body.detail ?? "");
    this.fix = String(body.fix ?? "");
    this.errors = (body.errors ?? []) as FieldError[];
  }

  get slug(): string {
    return this.type.slice(this.type.lastIndexOf("/") + 1);
  }

  /** Returns the problem in a reply; a proxy's own page becomes a bare one. */
  static async of(reply: Response): Promise<Problem> {
    const text = await reply.text();
    const isProblem = reply.headers.get("Content-Type")?.startsWith("application/problem+json");
    const body = isProblem ? JSON.parse(text) : { title: reply.statusText, detail: text.slice(0, 200) };
    return new Problem(reply.status, body, secondsToWait(reply));
  }
}

/** Returns the seconds of `Retry-After`; nothing without the header, or with a date in it. */
export function secondsToWait(reply: Response): number | undefined {
  const value = reply.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}
