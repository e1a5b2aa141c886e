/**
 * What a person sees of a match page, for the robot: runs in the page before its own scripts.
 *
 * It reads what is drawn and where; it calls nothing of the page and knows nothing of the game.
 */
(() => {
  const OFFERED = "dialog[open] button, #question button, #question summary, #board [data-pick]";
  const PARTS = "#board, #board > *, .stage > *, .beside > *, #question > *, .side > *, [data-seat] > *";
  const shifts = [];
  let heights = new Map(); // of the parts of the page, as they were when it was last looked at
  let earlier = heights; // and the time before: a shift may be told of late, when the page was looked at since
  let scrolled = 0; // how far the page was scrolled then
  let acted = -Infinity;
  const measured = () =>
    [...document.querySelectorAll(PARTS)].map((part) => [part, Math.round(part.offsetHeight ?? 0)]);
  const called = ({ id, className, localName }) => (id ? `#${id}` : `${localName}.${className}`);
  for (const kind of ["pointerdown", "keydown", "wheel"])
    addEventListener(kind, () => (acted = performance.now()), true);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
      if (hadRecentInput || startTime < acted + 500) continue;
      const moved = sources.map(({ node }) =>
        node?.id ? `#${node.id}` : (node?.className?.baseVal ?? node?.className ?? node?.nodeName),
      );
      const rects = sources.map(
        ({ previousRect: was, currentRect: is }) => `${was.y}+${was.height} → ${is.y}+${is.height}`,
      );
      const was = (part) => earlier.get(part) ?? heights.get(part) ?? 0;
      const grown = measured().filter(([part, height]) => was(part) !== height);
      const sizes = grown.map(([part, height]) => `${called(part)} ${was(part)} → ${height}`);
      shifts.push({
        value,
        at: startTime,
        moved: moved.join(", "),
        from: `${rects.join(", ")}; ${sizes.join(", ")}; scrolled ${scrolled} → ${scrollY}`,
      });
    }
  }).observe({ type: "layout-shift", buffered: true });

  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const covers = (element) => element.closest("dialog, .controls, [popover]");

  /** The point at which a tap reaches `element`, or nothing. */
  const reach = (element) => {
    for (const { left, top, width, height } of element.getClientRects()) {
      for (const [x, y] of [
        [0.5, 0.5],
        [0.5, 0.15],
        [0.15, 0.5],
        [0.85, 0.5],
        [0.5, 0.85],
        [0.2, 0.2],
        [0.8, 0.8],
      ]) {
        const [px, py] = [left + x * width, top + y * height];
        const hit = document.elementFromPoint(px, py);
        if (hit && (hit === element || hit.closest("[data-pick], button, summary") === element))
          return [px, py];
      }
    }
    return null;
  };

  const open = () => {
    const dialog = document.querySelector("dialog[open]");
    return [...document.querySelectorAll(OFFERED)].filter(
      (each) => !each.disabled && shown(each) && (!dialog || dialog.contains(each)),
    );
  };

  const name = (element) =>
    (element.getAttribute("aria-label") || element.textContent).trim().replace(/\s+/g, " ").slice(0, 80);

  /** Why the heading of the question is not where eyes are, inside the window and with nothing over it; or "". */
  const hidden = () => {
    const heading = document.querySelector("#question h2");
    if (!heading) return "";
    const { left, top, bottom } = heading.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) return `it lies at ${top} to ${bottom} of ${innerHeight}`;
    const hit = document.elementFromPoint(left + 4, (top + bottom) / 2);
    if (!hit) return "nothing is there";
    const seen = heading.contains(hit) || hit.contains(heading) || covers(hit)?.matches("dialog, [popover]");
    return seen ? "" : `${called(hit)} lies over it at ${top}`;
  };

  /** Whether an element was picked already, and would be taken back or folded away. */
  const chosen = (element) => element.ariaPressed === "true" || element.matches("details[open] > summary");
  /** Whether an element stands back: it goes back, leaves out, folds, shows again. */
  const quiet = (element) => element.matches(".quiet");

  /** What is to be seen, of which `offered` can be picked. */
  const seen = (offered) => ({
    options: offered.map(name),
    question: document.querySelector("#question")?.innerText ?? "",
    chosen: offered.map(chosen),
    quiet: offered.map(quiet),
    done: offered.findIndex((element) => element.matches("#question .done")),
    asked: Boolean(document.querySelector("#question:not([aria-busy=true]) .options")), // an answer on its way is none
    moment: document.querySelector("#scrubber output")?.textContent ?? "",
    story: document.querySelectorAll("#story .line").length,
    result: document.querySelector("#result")?.textContent ?? "",
    trouble: document.querySelector("#trouble")?.textContent ?? "",
    lost: shown(document.querySelector("#line") ?? document.head),
    dialog: Boolean(document.querySelector("dialog[open]")),
    hidden: hidden(),
    seq: new URL(location.href).searchParams.get("seq"),
  });

  /** Where the focus is, of what is `offered` among others: "body" is nowhere. */
  const focus = (offered) => {
    const { activeElement: at } = document;
    return {
      nowhere: at === document.body || at === null,
      option: offered.indexOf(at),
      chosen: Boolean(at && chosen(at)),
      quiet: Boolean(at && quiet(at)),
      is: at ? `${at.localName} ${name(at)}` : "",
    };
  };

  /** What has moved by itself since one looked last. */
  const moved = () => {
    [earlier, heights] = [heights, new Map(measured())];
    scrolled = scrollY;
    return shifts.splice(0);
  };

  const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();

  /** The budgets of the layout that do not hold at this moment, each by what is wrong. */
  const broken = () => {
    const [board, hand, bar] = ["#board .first", ".dock:not(:empty)", ".strip"].map(boxOf);
    const isLow = innerHeight <= 480;
    const isWide = innerWidth > 896;
    const found = [];
    const shown = board && Math.min(board.bottom, innerHeight) - Math.max(board.top, 0);
    if (isLow && scrollY === 0 && shown < innerHeight / 2)
      found.push(["the board has less than half of a low window", `${shown} of ${innerHeight}`]);
    if (hand && !isLow && hand.bottom > innerHeight + 1)
      found.push(["a card of the hand is out of sight", `${hand.bottom} of ${innerHeight}`]);
    const foot = bar && document.elementFromPoint(bar.left + bar.width / 2, bar.bottom - 4);
    if (isWide && hand && bar && hand.top < bar.bottom - 1 && foot?.closest(".dock"))
      found.push(["the hand lies over the bar", `${hand.top} to ${bar.bottom}`]);
    const isUnfolded = document.querySelector("#question.asks:not(.folded)"); // by the robot
    const isLong =
      isUnfolded || document.querySelector(".asking :is(.told, .several, [open]), .seats:not([hidden])");
    const isOver = isWide && !isLong && !document.querySelector(".realms");
    if (isOver && bar && board && board.bottom > bar.top + 1)
      found.push(["the bar lies over the board", `${bar.top} to ${board.bottom}: ${boxText(".strip")}`]);
    if (bar && !isLow && !isLong && bar.height > Math.max(innerHeight / 4, 116))
      found.push(["the bar is high without long options", `${bar.height}: ${boxText(".strip")}`]);
    for (const card of isWide && board ? document.querySelectorAll(".fan .face") : []) {
      const { left, top, width } = card.getBoundingClientRect();
      if (top < bar.bottom - 8 && card.contains(document.elementFromPoint(left + width / 2, top + 4)))
        found.push(["a lifted card lies over what is above the hand", name(card)]);
    }
    return found;
  };
  const boxText = (selector) => document.querySelector(selector)?.innerText.slice(0, 80) ?? "";

  window.robot = {
    look: () => seen(open()),
    focus: () => focus(open()),
    /** Everything at once: robots do so ten times a second. */
    watch: () => {
      const offered = open();
      return { seen: seen(offered), focus: focus(offered), shifts: moved(), broken: broken() };
    },
    /** How many elements the page has. */
    nodes: () => document.querySelectorAll("*").length,
    /** Where option `n` can be tapped, once it has been scrolled to as a person would. */
    point: (n) => {
      const element = open()[n];
      if (!element) return null;
      const { top, bottom } = element.getBoundingClientRect();
      const far = top < 0 || bottom > innerHeight - 60 || !reach(element);
      if (far) element.scrollIntoView({ block: "center", behavior: "instant" });
      const point = reach(element);
      return point && { point, name: name(element) };
    },
  };
})();
