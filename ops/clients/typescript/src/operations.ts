/** Types of calls, read off the paths of the document. */

import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];
export type Method = "get" | "put" | "post" | "delete";

/** The paths that have an operation of a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = paths[P][M];

/** The parameters in one place, without those headers that the client sends by itself. */
type Parameters<O, Place extends string> = O extends { parameters: { [K in Place]?: infer Given } }
  ? Omit<NonNullable<Given>, "Idempotency-Key" | "If-None-Match" | "Last-Event-ID">
  : never;

/** A property that may be left out when everything in it may. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : {} extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

type Body<O> = O extends { requestBody: { content: infer Content } }
  ? { body: Content extends { "application/json": infer Json } ? Json : string }
  : O extends { requestBody?: { content: infer Content } }
    ? { body?: Content extends { "application/json": infer Json } ? Json : string }
    : unknown;

/** An idempotency key, for a program that stores it to repeat the call after a crash, and a way to give up. */
export interface Sending {
  key?: string;
  signal?: AbortSignal;
}

/** Everything that is given with a call: parameters by place, and the body. */
export type Given<M extends Method, P extends Path<M>> = Sending &
  Part<"path", Parameters<Operation<M, P>, "path">> &
  Part<"query", Parameters<Operation<M, P>, "query">> &
  Part<"headers", Parameters<Operation<M, P>, "header">> &
  Body<Operation<M, P>>;

export type Options<M extends Method, P extends Path<M>> =
  {} extends Given<M, P> ? [given?: Given<M, P>] : [given: Given<M, P>];

/** Of an operation with other bodies, only a stream ends with 204: calls get JSON. */
type Success<O> = O extends { responses: infer Replies } ? Replies[keyof Replies & (200 | 201 | 202)] : never;

type Read<Reply> = [Reply] extends [never]
  ? undefined
  : Reply extends { content: infer Content }
    ? Content extends { "application/json": infer Json } | { "application/schema+json": infer Json }
      ? Json
      : string
    : undefined;

/** The body of a successful reply. */
export type Result<M extends Method, P extends Path<M>> = Read<Success<Operation<M, P>>>;

/** The paths of lists that come in pages. */
export type ListPath = {
  [P in Path<"get">]: Result<"get", P> extends { items: unknown[]; next: unknown } ? P : never;
}[Path<"get">];

export type Item<P extends ListPath> = Result<"get", P> extends { items: (infer I)[] } ? I : never;
