// Computes the contrasts that axe leaves undecided: of text on a picture, and of text over something else. Returns what is
// too faint, each with its contrast.
const parse = (colour) => {
  const numbers = (colour.match(/[\d.]+/g) || []).map(Number);
  return numbers.length < 3 ? null : { rgb: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
};
const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha));
const light = (rgb) => {
  const [r, g, b] = rgb.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one, other) => {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};
/** What an element of the page stands on. */
const ground = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    if (colour && colour.alpha > 0) layers.push(colour);
    if (colour?.alpha === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
};
/** What a text of a picture stands on: its own edge, or the last shape below its middle. */
const below = (text) => {
  const style = getComputedStyle(text);
  if (style.stroke !== "none" && style.paintOrder.startsWith("stroke")) return parse(style.stroke).rgb;
  const box = text.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let found = ground(text.ownerSVGElement.parentElement);
  for (const shape of text.ownerSVGElement.querySelectorAll("rect, circle, polygon, path")) {
    if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
    if (shape.closest("defs, clipPath, marker, pattern, symbol")) continue;
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    const fill = parse(getComputedStyle(shape).fill);
    if (fill && x > left && x < right && y > top && y < bottom) {
      const alpha = fill.alpha * Number(getComputedStyle(shape).fillOpacity);
      found = over({ rgb: fill.rgb, alpha }, found);
    }
  }
  return found;
};
const faint = (targets) => targets.flatMap((target) => {
  const element = document.querySelector(target);
  if (!element) return [];
  const isPicture = element instanceof SVGElement;
  const colour = parse(isPicture ? getComputedStyle(element).fill : getComputedStyle(element).color);
  const ground_ = isPicture ? below(element) : ground(element);
  const found = ratio(over(colour, ground_), ground_);
  return found >= 4.5 ? [] : [`${found.toFixed(2)}: ${element.outerHTML.slice(0, 160)}`];
});
