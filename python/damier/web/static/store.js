// What this browser remembers; where it may not remember, everything works without.

export function remembered(key, otherwise = null) {
  try {
    const text = localStorage.getItem(`damier.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`damier.${key}`);
    else localStorage.setItem(`damier.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full stores: the setting holds as long as the page.
  }
}
