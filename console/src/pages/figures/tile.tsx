// Tiles of figures, each with its definition.
import { type TileProps, Tiles } from '../../charts/tile.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { Info } from './definition.tsx';
import type { Definition } from './definitions.ts';

export interface FigureTile extends Omit<TileProps, 'label' | 'info'> {
  readonly definition: Definition;
  /** In place of the name of the figure. */
  readonly label?: string;
}

export function FigureTiles({ tiles }: { tiles: readonly FigureTile[] }) {
  const { language } = useLanguage();
  return (
    <Tiles
      tiles={tiles.map(({ definition, label, ...tile }) => ({
        ...tile,
        label: label ?? definition.name[language],
        info: <Info about={[definition]} />,
      }))}
    />
  );
}
