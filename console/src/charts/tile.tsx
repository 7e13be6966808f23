// The figure of a range: its value, how it differs from the time before, and what it covers.
import { Anchor, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { numberFormat } from '../i18n/formatters.ts';
import { useLanguage } from '../i18n/language.tsx';
import { decimalOf, shareOf } from '../sales/decimal.ts';
import styles from './chart.module.css';
import { useMessages } from './messages.ts';

export interface TileProps {
  readonly label: string;
  /** Behind the name: what it means. */
  readonly info?: ReactNode;
  readonly value: bigint | undefined;
  /** Null without a comparison, undefined where the other time has no value. */
  readonly before: bigint | undefined | null;
  readonly print: (value: bigint) => string;
  /** The difference of shares is not a share. */
  readonly isShare?: boolean;
  /** The list of what it counts, unless it counts nothing. */
  readonly opens?: string | undefined;
  /** Below the value: which currencies it covers, which period it is of. */
  readonly notes?: readonly (string | false | undefined)[];
}

/** Longer numbers are set smaller, so that every digit is seen; tiles in a row have one size. */
function sizeOf(longest: number): { base: number; sm: number } {
  if (longest <= 8) return { base: 20, sm: 22 };
  if (longest <= 11) return { base: 17, sm: 18 };
  return { base: 13, sm: 14 };
}

const textOf = ({ value, print }: TileProps): string => (value === undefined ? '–' : print(value));

export function Tiles({ tiles }: { tiles: readonly TileProps[] }) {
  const size = sizeOf(Math.max(...tiles.map((tile) => textOf(tile).length)));
  return (
    <SimpleGrid cols={{ base: 2, sm: tiles.length === 4 ? 2 : 3, lg: tiles.length }} spacing="md">
      {tiles.map((tile) => (
        <Tile key={tile.label} {...tile} size={size} />
      ))}
    </SimpleGrid>
  );
}

function Tile({ size, ...tile }: TileProps & { size: ReturnType<typeof sizeOf> }) {
  const { label, info, value, before, print, isShare = false, opens, notes = [] } = tile;
  const text = textOf(tile);
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Stack gap={2}>
        <Group gap={2} wrap="nowrap" justify="space-between" align="flex-start">
          {/* Six in a row: some names need two lines, and the values stay on one. */}
          <Text size="sm" c="dimmed" lh={1.3} mih={{ lg: '2.6em' }}>
            {label}
          </Text>
          {info}
        </Group>
        <Text fz={size} fw={650} lh={1.4} className={styles.value}>
          {opens !== undefined && value !== 0n ? (
            <Anchor component={Link} to={opens} inherit underline="always" c="inherit">
              {text}
            </Anchor>
          ) : (
            text
          )}
        </Text>
        {before !== null && (
          <Text size="xs" c="dimmed">
            <Difference value={value} before={before} print={print} isShare={isShare} />
          </Text>
        )}
        {notes.map((note) =>
          note ? (
            <Text key={note} size="xs" c="dimmed">
              {note}
            </Text>
          ) : null,
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
      : `${numberFormat(language, {
          style: 'percent',
          maximumFractionDigits: 1,
          signDisplay: 'always',
        }).format(decimalOf(share) as Intl.StringNumericLiteral)} `;
  return `${arrow} ${percent}${say.comparedTo(print(before))}`;
}
