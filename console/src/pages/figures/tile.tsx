// The figure of the range, its meaning, and how it differs from the time that it is compared with.
import { Anchor, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useLanguage } from '../../i18n/language.tsx';
import { decimalOf, shareOf } from '../../sales/decimal.ts';
import { Info } from './definition.tsx';
import type { Definition } from './definitions.ts';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';

export function FigureTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
      {tiles.map((tile, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure has the same tiles at all times
        <FigureTile key={index} {...tile} />
      ))}
    </SimpleGrid>
  );
}

interface Tile {
  readonly definition: Definition;
  /** In place of the name of the figure. */
  readonly label?: string;
  /** Where it is of one period, not of the range. */
  readonly period?: string;
  readonly value: bigint | undefined;
  /** Null without a comparison, undefined where the other time has no value. */
  readonly before: bigint | undefined | null;
  readonly print: (value: bigint) => string;
  /** The difference of shares is not a share. */
  readonly isShare?: boolean;
  /** The list of what it counts, unless it counts nothing. */
  readonly opens?: string;
}

/** Longer numbers are set smaller, so that every digit is seen. */
function sizeOf(value: string): { base: number; sm: number } {
  if (value.length <= 7) return { base: 20, sm: 22 };
  if (value.length <= 10) return { base: 17, sm: 18 };
  return { base: 13, sm: 14 };
}

function FigureTile({
  definition,
  label,
  period,
  value,
  before,
  print,
  isShare = false,
  opens,
}: Tile) {
  const { language } = useLanguage();
  const name = label ?? definition.name[language];
  const text = value === undefined ? '–' : print(value);
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap={2}>
        <Group gap={2} wrap="nowrap" justify="space-between" align="flex-start">
          {/* Six in a row: some names need two lines, and the values stay on one. */}
          <Text size="sm" c="dimmed" lh={1.3} mih={{ lg: '2.6em' }}>
            {name}
          </Text>
          <Info about={[definition]} />
        </Group>
        <Text fz={sizeOf(text)} fw={650} lh={1.4} className={styles.value}>
          {opens !== undefined && value !== 0n ? (
            <Anchor component={Link} to={opens} inherit underline="always" c="inherit">
              {text}
            </Anchor>
          ) : (
            text
          )}
        </Text>
        {period !== undefined && (
          <Text size="xs" c="dimmed">
            {period}
          </Text>
        )}
        {before !== null && (
          <Text size="xs" c="dimmed">
            <Difference value={value} before={before} print={print} isShare={isShare} />
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Ten times as much, in millionths: from here on a percentage says less than the two values. */
const MANY_TIMES = 10_000_000n;

function Difference({
  value,
  before,
  print,
  isShare,
}: {
  value: bigint | undefined;
  before: bigint | undefined;
  print: (value: bigint) => string;
  isShare: boolean;
}) {
  const say = useMessages();
  const { language } = useLanguage();
  if (before === undefined || value === undefined) return say.sameBefore;
  if (value === before) return say.noChange;
  const arrow = value > before ? '▲' : '▼';
  const share = shareOf(value - before, before < 0n ? -before : before);
  const percent =
    share === undefined || share >= MANY_TIMES || share <= -MANY_TIMES || isShare
      ? ''
      : `${new Intl.NumberFormat(language, {
          style: 'percent',
          maximumFractionDigits: 1,
          signDisplay: 'always',
        }).format(decimalOf(share) as Intl.StringNumericLiteral)} `;
  return `${arrow} ${percent}${say.comparedTo(print(before))}`;
}
