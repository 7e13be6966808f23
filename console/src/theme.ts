// Colours and shapes of the console: cool greys, one deep green, and contrast of at least 4.5 to 1.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#e9f7f4',
  '#d2ece7',
  '#a5dad0',
  '#74c7b8',
  '#4db6a4',
  '#2c9d8b',
  '#14806f',
  '#0c6e60',
  '#085a4f',
  '#04463d',
];

const slate: MantineColorsTuple = [
  '#dfe3e8',
  '#c0c7cf',
  '#a3adb8',
  '#6f7b88',
  '#3a434d',
  '#2b333c',
  '#1e252c',
  '#151b21',
  '#10151a',
  '#0b0f13',
];

/** The library's own red is too bright under white letters. */
const red: MantineColorsTuple = [
  '#fdedeb',
  '#fad9d6',
  '#f4b1ab',
  '#f0928a',
  '#e8685e',
  '#d9473c',
  '#c83126',
  '#b42318',
  '#97190f',
  '#8a1810',
];

/** Letters on a pale ground of the same colour. */
const ON_PALE = {
  gray: '#3f4a54',
  green: '#1b5e2b',
  teal: '#0a5c45',
  blue: '#154f93',
  violet: '#4f2fae',
  yellow: '#754800',
  orange: '#8a3c00',
} as const;

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  colors: { pine, red, dark: slate },
  black: '#16202a',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200 } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    // Arabic comments are written from the right.
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#53606d',
    '--mantine-color-placeholder': '#66727e',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#d3d9df',
    '--tollgate-canvas': '#f6f8f9',
    '--tollgate-line': '#e3e8ec',
    ...Object.fromEntries(
      Object.entries(ON_PALE).map(([name, value]) => [
        `--mantine-color-${name}-light-color`,
        value,
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': '#a3adb8',
    '--mantine-color-placeholder': '#8d98a4',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-gray-light': '#2b333c',
    '--mantine-color-pine-light': '#12332f',
    '--mantine-color-pine-light-hover': '#173f39',
    '--mantine-color-pine-light-color': '#8fdccf',
    '--tollgate-canvas': '#10151a',
    '--tollgate-line': '#2b333c',
  },
});
