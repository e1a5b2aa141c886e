/**
 * What a screen reader says of a match page by itself, for the robot: runs in the page before its own scripts.
 *
 * It hears live regions alone: what is added to a polite one, and the whole text of a status or an alert.
 */
(() => {
  const REGIONS = "[aria-live], [role=status], [role=alert], output";
  const heard = [];
  const say = (text) => text.trim() && heard.push(text.trim().replace(/\s+/g, " "));

  const hear = (changes) => {
    const whole = new Set();
    for (const { target, addedNodes } of changes) {
      const region = (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(
        REGIONS,
      );
      if (!region || region.ariaLive === "off" || !region.checkVisibility()) continue;
      if (region.hasAttribute("aria-live")) for (const node of addedNodes) say(node.textContent);
      else whole.add(region);
    }
    for (const region of whole) say(region.textContent);
  };
  new MutationObserver(hear).observe(document, { childList: true, characterData: true, subtree: true });

  window.hearing = {
    /** What was said since this was asked last. */
    take: () => heard.splice(0),
  };
})();
