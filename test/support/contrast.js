// Runs in the page: texts that are too faint for their background, by WCAG 2.2, level AA.
(() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d', { willReadFrequently: true });

  /** Whatever notation the style has, a pixel says what it means. */
  function paint(css) {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
  const painted = new Map();
  function read(css) {
    if (!painted.has(css)) painted.set(css, paint(css));
    return painted.get(css);
  }
  const mix = ([r, g, b, a], [R, G, B]) => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ];
  const backgrounds = new Map();
  function backgroundOf(element) {
    if (!element) return [255, 255, 255, 1];
    if (!backgrounds.has(element)) {
      const own = read(getComputedStyle(element).backgroundColor);
      const seen = own[3] === 1 ? own : mix(own, backgroundOf(element.parentElement));
      backgrounds.set(element, seen);
    }
    return backgrounds.get(element);
  }
  function luminance([red, green, blue]) {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(one, other) {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    // What is switched off need not be read easily.
    if (
      !element ||
      !text ||
      element.closest('[disabled], [data-disabled], [aria-hidden=true], svg')
    )
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const background = backgroundOf(element);
    const found = contrast(mix(read(style.color), background), background);
    if (found < (isLarge ? 3 : 4.5)) {
      faint.add(
        `${text.slice(0, 40)}: ${style.color} on ${background.slice(0, 3).map(Math.round)} is ${found.toFixed(2)}`,
      );
    }
  }
  return [...faint];
})();
