// Runs inside the page, where Node's types do not hold: read as text by browser.ts.

const colourOf = (text) => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/gu) ?? []).map(Number);
  return [red, green, blue, alpha];
};

const luminance = ([red, green, blue]) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const behind = (from) => {
  for (let element = from; element !== null; element = element.parentElement) {
    const colour = colourOf(getComputedStyle(element).backgroundColor);
    if (colour[3] > 0) return colour;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0, 1] : [255, 255, 255, 1];
};

const all = (selector) => [...document.querySelectorAll(selector)];

/**
 * Texts that stand out too little from what is behind them (WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text), and
 * how many texts were looked at.
 */
const faintTexts = () => {
  const faint = [];
  let looked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === "" || !element.checkVisibility()) continue;
    looked++;
    const style = getComputedStyle(element);
    const [dark = 0, light = 0] = [
      luminance(colourOf(element.closest("svg") === null ? style.color : style.fill)),
      luminance(behind(element)),
    ].toSorted((left, right) => left - right);
    const size_px = Number.parseFloat(style.fontSize);
    const isLarge = size_px >= 24 || (size_px >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)}: ${node.textContent?.trim().slice(0, 60) ?? ""}`);
  }
  return { looked, faint };
};

/** What a person with a screen reader or a keyboard would stumble over. */
const obstacles = () => {
  const found = [];
  if (document.documentElement.lang === "") found.push("the page has no language");
  if (document.title.trim() === "") found.push("the page has no title");
  if (all("main").length !== 1) found.push("there is not exactly one main landmark");
  if (all("h1").length !== 1) found.push("there is not exactly one h1");
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const next = Number(heading.tagName.slice(1));
    if (next > level + 1) found.push(`a heading jumps to level ${next}: ${heading.textContent ?? ""}`);
    level = next;
  }
  for (const link of all("a")) {
    const target = link.getAttribute("href") ?? "";
    if (link.textContent?.trim() === "" && !link.ariaLabel) found.push(`a link without words: ${target}`);
    const id = decodeURIComponent(target.slice(1));
    if (target.startsWith("#") && document.getElementById(id) === null) found.push(`a link to nowhere: ${target}`);
  }
  const ids = all("[id]").map((element) => element.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`an id stands twice: ${id}`);
  for (const nav of all("nav")) if (!nav.ariaLabel) found.push("a navigation without a name");
  for (const image of all("img")) if (!image.hasAttribute("alt")) found.push("a picture without words");
  for (const element of all("[aria-labelledby]")) {
    if (document.getElementById(element.getAttribute("aria-labelledby") ?? "") === null)
      found.push("something named by what is not there");
  }
  for (const cell of all("th")) if (!cell.hasAttribute("scope")) found.push("a table head without a scope");
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return found;
};

globalThis.checks = { faintTexts, obstacles };
