// Elements of the page, made and found.

export const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * A new element. Properties that are functions listen to an event (`click`), those with a dash or
 * that the element does not know are attributes, and false or null leaves one out.
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === false || value === null || value === undefined) continue;
    else if (key === "class") made.className = value;
    else if (key in made && !key.includes("-")) made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A new element of a picture, with attributes. */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Shows these children. What looks as before stays, so that a click which has begun is not lost;
 * else the keyboard goes on at the element with the same `data-keep`.
 */
export function refill(parent, ...children) {
  const next = children.filter(Boolean);
  if (parent.innerHTML === next.map((child) => child.outerHTML).join("")) return;
  const kept = parent.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
  parent.replaceChildren(...next);
  if (kept) parent.querySelector(`[data-keep="${kept}"]`)?.focus();
}
