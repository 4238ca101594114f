// DOM helpers for the views.

/** The element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A new element. Attributes that are `undefined` or `false` are omitted. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

/** A new SVG element. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(document.querySelector('svg').namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

/** A new button that runs `action` when clicked. */
export function button(action, attributes = {}, ...children) {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', action);
  return made;
}

/** Puts only one of the buttons in the tab order. */
export function makeReachable(target, buttons) {
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
}

/** Sets an attribute, or removes it if the value is `undefined` or `false`. */
export function setAttribute(target, name, value) {
  if (value === undefined || value === false) target.removeAttribute(name);
  // A strict content security policy forbids the attribute.
  else if (name === 'style') target.style.cssText = value;
  else target.setAttribute(name, value === true ? '' : value);
}

/** Sets the text of a field, unless the user is typing there. */
export function fillField(field, text) {
  const isTyping = field === document.activeElement && field.value !== field.defaultValue;
  if (!isTyping) field.value = field.defaultValue = text;
}

/** Marks the text typed into a field as accepted. */
export function acceptTyped(field) {
  field.defaultValue = field.value;
}

/**
 * Replaces the children of an element, keeping those that look the same, because a screen reader
 * announces each child added or removed. What a child does must therefore follow from how it looks.
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
 * Redraws, and restores the focus if that was lost: to the control in the same place of its list,
 * or else to `fallback`.
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
