// The tabs next to the board: one part of the page is shown at a time.

import { byId, makeReachable } from './dom.mjs';

/** Has a click or an arrow key show the part that belongs to a tab. */
export function watchTabs() {
  const tabs = [...byId('tabs').children];
  const select = (tab) => {
    for (const it of tabs) {
      it.ariaSelected = `${it === tab}`;
      byId(it.getAttribute('aria-controls')).hidden = it !== tab;
    }
    makeReachable(tab, tabs);
  };
  for (const tab of tabs) tab.addEventListener('click', () => select(tab));
  byId('tabs').addEventListener('keydown', (event) => {
    const place = tabs.indexOf(event.target);
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    tab.focus();
    select(tab);
  });
  select(tabs[0]);
}
