/** The acts of the other players, and a recap of those since the last answer of the viewer. */

/** @import { MatchData } from "../pages.d.ts" */
/** @import { Story } from "../replay/story.js" */
/** @import { Eyes } from "./address.js" */
/** @import { LiveReplay } from "./live-replay.js" */

import { data } from "../lib/dom.js";
import { reveals } from "./answer/confirm.js";
import { t } from "../lib/i18n.js";
import { findLastAct, recap } from "./recap.js";

const CHOICES = new Set(["move", "act", "turn"]); // of the player on turn

export class RivalActs {
  /** @param {{page: MatchData, eyes: Eyes, live: LiveReplay, story: Story}} options */
  constructor({ page, eyes, live, story }) {
    this.seats = page.seats;
    this.eyes = eyes;
    this.live = live;
    this.story = story;
  }

  /** The fact after the viewer's last answer, or the last one of the match. */
  get lastAnswer() {
    const ownSeats = this.eyes.viewer.startsWith("seat-") ? this.seats : [];
    return this.live.moments.lastOf(ownSeats) ?? this.live.last;
  }

  /** The acts after fact `from` up to fact `to`, as far as they have sentences. @param {number} from @param {number} to */
  between(from, to) {
    const { moments } = this.live;
    const others = new Set(moments.plies.filter((ply) => !this.seats.includes(moments.seat(ply) ?? -1)));
    return this.story.acts.filter(
      (act) => act.text && act.seq > from && act.last <= to && others.has(act.seq),
    );
  }

  /** The viewer's acts of a turn that ended by itself before fact `seq`; nothing, if they ended it. @param {number} seq */
  lastTurn(seq) {
    const { replay, moments } = this.live;
    const act = findLastAct(this.story.acts, moments.turns, this.lastAnswer);
    const asked = act && this.lastAnswer <= seq ? replay.at(act.seq - 1).question : null;
    if (!act || !asked || !this.seats.includes(asked.seat ?? -1) || !CHOICES.has(asked.prompt)) return [];
    const start = moments.turns.findLast((each) => each <= act.seq) ?? 0;
    return this.story.acts.filter((each) => each.text && start < each.seq && each.seq <= act.seq);
  }

  /**
   * What others did since the viewer's last answer, up to fact `seq`, after the end of a turn that ended by itself; until others
   * act, with what the viewer did in it.
   * @param {number} seq @returns {{end?: string, acts: string}}
   */
  recap(seq) {
    if (this.live.replay.at(seq).ended) return { acts: "" };
    const act = this.story.acts.findLast((each) => each.seq <= seq);
    if (act?.action && reveals(act.action)) {
      const last = act.lines.findLast(({ text, folded }) => text && !folded)?.text ?? "";
      return { acts: act.text?.includes(last) ? last : (act.text ?? "") }; // one sentence for several facts
    }
    const ownActs = this.lastTurn(seq);
    const others = this.between(this.lastAnswer, seq);
    return {
      end: ownActs.length ? t("Your last turn ended by itself: nothing was left to do.") : undefined,
      acts: recap(others.length ? others : ownActs, data("players")),
    };
  }
}
