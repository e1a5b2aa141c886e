/** The refusal of an answer, shown below the question until another question is shown. */

export class Refusal {
  /** The fact before the question of the refusal. */
  seq = Infinity;

  constructor(root) {
    this.root = root;
  }

  /** Shows the refusal while the question after fact `seq` is open. */
  show(seq, ...content) {
    this.seq = seq;
    this.root.replaceChildren(...content);
  }

  clear() {
    this.show(Infinity);
  }

  /** Clears the refusal when the question after fact `seq` replaces it. */
  onQuestion(seq) {
    if (seq > this.seq) this.clear();
  }
}
