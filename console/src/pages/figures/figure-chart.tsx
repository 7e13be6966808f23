// A chart of figures: with the meaning beside its name, its file, and the same left edge as the others.
import { Button, SimpleGrid } from '@mantine/core';
import { address } from '../../api.ts';
import { ChartCard } from '../../charts/chart-card.tsx';
import type { ChartProps, Series } from '../../charts/series.ts';
import { useDownload } from '../../download.ts';
import type { Endpoint, PathWith } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Info } from './definition.tsx';
import type { Definition } from './definitions.ts';
import classes from './figures.module.css';
import { useMessages } from './messages.ts';

const LEFT = 60;

/** The same figures as CSV. */
export interface File {
  readonly at: Endpoint<PathWith<'GET'>>;
  readonly query: object;
}

interface FigureChartProps extends ChartProps {
  readonly definitions: readonly [Definition, ...Definition[]];
  /** In place of the name of the first figure. */
  readonly title?: string;
  readonly file: File;
  readonly details?: readonly Series[];
  readonly covers?: string | undefined;
}

export function FigureChart({ definitions, title, file, ...chart }: FigureChartProps) {
  const say = useMessages();
  const { language } = useLanguage();
  return (
    <ChartCard
      {...chart}
      title={title ?? definitions[0].name[language]}
      nothing={say.nothing}
      left={LEFT}
      beside={<Info about={definitions} />}
      aside={<Csv file={file} />}
    />
  );
}

export function Csv({ file: { at, query } }: { file: File }) {
  const say = useMessages();
  const { onClick, isPending } = useDownload();
  return (
    <Button
      component="a"
      href={address(at, query as never)}
      download
      onClick={onClick}
      loading={isPending}
      size="compact-xs"
      variant="default"
    >
      {say.csv}
    </Button>
  );
}

/** Charts of the same periods and the same file, two in a row. */
export function ChartGrid({
  charts,
  ...shared
}: Pick<FigureChartProps, 'periods' | 'file'> & {
  charts: readonly Omit<FigureChartProps, 'periods' | 'file'>[];
}) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className={classes.grid}>
      {charts.map((chart, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure has the same charts at all times
        <FigureChart key={index} {...shared} {...chart} />
      ))}
    </SimpleGrid>
  );
}
