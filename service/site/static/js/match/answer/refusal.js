/** Why an answer was not taken: told below the question, and gone as soon as another question is shown. */

export class Trouble {
  /** The fact after which the question is asked that is open while it is told. */
  seq = Infinity;

  constructor(root) {
    this.root = root;
  }

  /** Tells it while the question after fact `seq` is open. */
  tell(seq, ...content) {
    this.seq = seq;
    this.root.replaceChildren(...content);
  }

  clear() {
    this.tell(Infinity);
  }

  /** Hears that the question after fact `seq` is shown. */
  asked(seq) {
    if (seq > this.seq) this.clear();
  }
}
