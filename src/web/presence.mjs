// Detects whether anyone uses the page, so that an unused page does not keep a processor busy.

/** The page counts as unused after this time without input, in milliseconds. */
const UNTOUCHED = 600_000;

/** The same for a hidden page. A quick look at another tab does not stop the search. */
const HIDDEN = 10_000;

const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'hashchange', 'visibilitychange'];

/** Calls `changed` with `false` when the page becomes unused, and with `true` when it is used again. */
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
