// The colours of charts: seen on their background, and told apart also by who sees no red or no green.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const CSS = readFileSync(join(import.meta.dirname, '../../console/src/sales/colors.css'), 'utf8');
const BACKGROUNDS = { light: ['#ffffff', '#f6f8f9'], dark: ['#151b21', '#10151a'] } as const;
/** Machado, Oliveira and Fernandes (2009), in full strength, for linear light. */
const SIGHTS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
} as const;
const LEAST_CONTRAST = 3;
/** In hundredths of OKLab; two is just seen side by side. */
const LEAST_DISTANCE = 8;

type Color = readonly number[];

const linear = (hex: string): Color =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const dot = (row: readonly number[], [r = 0, g = 0, b = 0]: Color): number =>
  (row[0] ?? 0) * r + (row[1] ?? 0) * g + (row[2] ?? 0) * b;
const times = (matrix: readonly number[], color: Color): Color =>
  [0, 3, 6].map((at) => Math.min(1, Math.max(0, dot(matrix.slice(at, at + 3), color))));

function contrast(one: string, other: string): number {
  const light = [one, other].map((hex) => dot([0.2126, 0.7152, 0.0722], linear(hex)));
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}

/** https://bottosson.github.io/posts/oklab/ */
function oklab(color: Color): Color {
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(dot(row, color)));
  return [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((row) => dot(row, cones));
}

const distance = (one: Color, other: Color): number =>
  100 * Math.hypot(...one.map((part, index) => part - (other[index] ?? 0)));

for (const scheme of ['light', 'dark'] as const) {
  const part = CSS.split(`[data-mantine-color-scheme="${scheme}"] {`)[1]?.split('}')[0] ?? '';
  const bands = [...part.matchAll(/--band-(\w+): (#\w{6})/g)].map(([, name = '', hex = '']) => ({
    name,
    hex,
  }));

  test(`each band is seen, ${scheme}`, () => {
    assert.equal(bands.length, 8);
    for (const { name, hex } of bands) {
      for (const background of BACKGROUNDS[scheme]) {
        const found = contrast(hex, background);
        assert.ok(found >= LEAST_CONTRAST, `${name} on ${background}: ${found}`);
      }
    }
  });

  for (const [sight, matrix] of Object.entries(SIGHTS)) {
    test(`no two bands look alike, ${scheme}, ${sight}`, () => {
      const seen = bands.map(({ hex }) => oklab(times(matrix, linear(hex))));
      for (const [index, one] of seen.entries()) {
        for (const [before, other] of seen.slice(0, index).entries()) {
          const found = distance(one, other);
          const names = `${bands[index]?.name} and ${bands[before]?.name}`;
          assert.ok(found >= LEAST_DISTANCE, `${names}: ${found}`);
        }
      }
    });
  }
}
