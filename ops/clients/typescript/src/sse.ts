/** Server-sent events, decoded as their bytes arrive. */

export interface Event {
  id: string;
  /** Empty where the event brings an id only. */
  data: string;
}

/** Decodes one stream; `retry` is the delay in seconds that the server asks of a client that lost it. */
export class Decoder {
  retry: number | undefined;
  #text = new TextDecoder();
  #rest = "";
  #id = "";
  #data: string[] = [];

  /** Yields the events that a chunk completes. */
  *decode(chunk: Uint8Array): Generator<Event> {
    const lines = (this.#rest + this.#text.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const ended of lines) {
      const line = ended.replace(/\r$/, "");
      const colon = line.indexOf(":");
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (name === "data") this.#data.push(value);
      else if (name === "id") this.#id = value;
      else if (name === "retry") this.retry = Number(value) / 1000;
      else if (!line && this.#id) {
        yield { id: this.#id, data: this.#data.join("\n") };
        this.#data = [];
      }
    }
  }
}
