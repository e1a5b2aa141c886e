/** The refusal of an answer, shown below the question until another question is shown. */

export class Refusal {
  /** The fact before the question of the refusal. */
  seq = Infinity;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /**
   * Shows the refusal while the question after fact `seq` is open.
   * @param {number} seq @param {...(Node | string)} content
   */
  show(seq, ...content) {
    this.seq = seq;
    this.root.replaceChildren(...content);
  }

  clear() {
    this.show(Infinity);
  }

  /** Clears the refusal when the question after fact `seq` replaces it. @param {number} seq */
  onQuestion(seq) {
    if (seq > this.seq) this.clear();
  }
}
