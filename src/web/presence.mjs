// Presence: an unused page must not keep a processor busy.

/** The time without a touch after which the page counts as left, in milliseconds. */
const UNTOUCHED = 600_000;

/** The same while the page is hidden, so that a glance at another tab does not lose a search. */
const HIDDEN = 10_000;

const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'hashchange', 'visibilitychange'];

/** Calls `changed` with `false` when the page is left alone, and with `true` when it is used again. */
export function watchPresence(changed) {
  let isPresent = true;
  let timer;
  const set = (present) => {
    if (present !== isPresent) changed((isPresent = present));
  };
  const noticed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => set(false), document.hidden ? HIDDEN : UNTOUCHED);
    if (!document.hidden) set(true);
  };
  for (const sign of SIGNS) addEventListener(sign, noticed, { capture: true, passive: true });
  noticed();
}
