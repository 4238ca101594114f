// The few things that the views need of the document.

/** The element of the page with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A new element. Attributes that are `undefined` or `false` are left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

/** A new element of a drawing. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(document.querySelector('svg').namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

/** A new button, and what it does. */
export function button(action, attributes = {}, ...children) {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', action);
  return made;
}

/** Has Tab reach one button of many. */
export function makeReachable(target, buttons) {
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
}

/** Sets an attribute, or removes it where the value is `undefined` or `false`. */
export function setAttribute(target, name, value) {
  if (value === undefined || value === false) target.removeAttribute(name);
  // A strict content security policy forbids the attribute.
  else if (name === 'style') target.style.cssText = value;
  else target.setAttribute(name, value === true ? '' : value);
}

/** Has a field show a text, but not in place of what somebody is typing there. */
export function fillField(field, text) {
  const isTyping = field === document.activeElement && field.value !== field.defaultValue;
  if (!isTyping) field.value = field.defaultValue = text;
}

/** What was typed into a field has been read. */
export function acceptTyped(field) {
  field.defaultValue = field.value;
}

/**
 * Gives an element these children. Those that look the same as before stay, because a screen reader is
 * told of each that comes or goes; what a child does must follow from how it looks.
 */
export function refill(parent, ...children) {
  const old = [...parent.children];
  const wanted = children.map((child) => old.find((it) => it.isEqualNode(child)) ?? child);
  for (const it of old) if (!wanted.includes(it)) it.remove();
  wanted.forEach((it, n) => {
    if (parent.children[n] !== it) parent.insertBefore(it, parent.children[n] ?? null);
  });
}

/**
 * Draws anew, and gives the focus back where that took it away: to the control
 * at the same place of the list it was in, or else to `fallback`.
 */
export function keepingFocus(draw, fallback) {
  const focused = document.activeElement;
  const list = focused?.closest('[data-keeps-focus]');
  const place = list ? [...list.querySelectorAll('button')].indexOf(focused) : -1;
  draw();
  const lost = focused?.disabled || !focused?.isConnected || focused.closest('[hidden]');
  if (!lost) return;
  const buttons = list ? [...list.querySelectorAll('button:enabled')] : [];
  (buttons[Math.min(place, buttons.length - 1)] ?? fallback()).focus();
}
