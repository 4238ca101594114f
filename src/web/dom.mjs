// DOM helpers for the views.

import { texts } from './language.mjs';

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
  made.onclick = action;
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

/** Fills in the texts of page.html: `data-text` names the text of an element, `data-label` its label. */
export function fillTexts() {
  document.documentElement.lang = texts.language;
  for (const it of document.querySelectorAll('[data-text]')) it.innerHTML = texts.page[it.dataset.text];
  for (const it of document.querySelectorAll('[data-label]')) {
    it.ariaLabel = texts.page[it.dataset.label];
    if (it.matches('button')) it.title = it.ariaLabel;
  }
  for (const it of document.querySelectorAll('.project')) it.replaceChildren(byId('project').content.cloneNode(true));
}

/** Marks the text typed into a field as accepted. */
export function acceptTyped(field) {
  field.defaultValue = field.value;
}

/**
 * Replaces the children of an element, and keeps and updates those it has: for each new child the
 * one with the same `data-key`, or without a key the one in the same place. So a click is not lost
 * while values arrive, the focus stays where it is, and a screen reader announces only changes.
 */
export function refill(parent, ...children) {
  const old = [...parent.childNodes];
  const wanted = children.map((child, n) => {
    const node = child instanceof Node ? child : new Text(child);
    const key = node.dataset?.key;
    const like = key === undefined ? old[n] : old.find((it) => it.dataset?.key === key);
    const isSame = like?.nodeName === node.nodeName && like.dataset?.key === key;
    return isSame ? updated(like, node) : node;
  });
  for (const it of old) if (!wanted.includes(it)) it.remove();
  wanted.forEach((it, n) => {
    if (parent.childNodes[n] !== it) parent.insertBefore(it, parent.childNodes[n] ?? null);
  });
}

/** Makes a node look and behave like a new one. */
function updated(node, wanted) {
  if (node instanceof Text) {
    if (node.data !== wanted.data) node.data = wanted.data;
    return node;
  }
  const names = [...node.attributes, ...wanted.attributes].map(({ name }) => name);
  for (const name of names) {
    const value = wanted.getAttribute(name) ?? undefined;
    if (value !== (node.getAttribute(name) ?? undefined)) setAttribute(node, name, value);
  }
  node.onclick = wanted.onclick;
  refill(node, ...wanted.childNodes);
  return node;
}

/**
 * Redraws, and restores the focus if that was lost: to the last button of its list, or else to
 * `fallback`.
 */
export function keepingFocus(draw, fallback) {
  const focused = document.activeElement;
  const list = focused?.closest('.room');
  draw();
  const isLost = focused?.disabled || !focused?.isConnected || focused.closest('[hidden]');
  if (isLost) ([...(list?.querySelectorAll('button') ?? [])].at(-1) ?? fallback()).focus();
}

/** Makes the buttons of a list one tab stop, and arrow keys move between them. */
export function moveInList({ key, target, currentTarget }) {
  const buttons = [...currentTarget.querySelectorAll('button')];
  const place = buttons.indexOf(target);
  const last = buttons.length - 1;
  const next = { ArrowLeft: place - 1, ArrowUp: place - 1, ArrowRight: place + 1, ArrowDown: place + 1, Home: 0, End: last }[key];
  buttons[Math.max(0, Math.min(next, last))]?.focus();
  return next !== undefined;
}
