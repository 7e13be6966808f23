// Disputes of an app: the list, how they went, and what buyers are shown, for the evidence.
import { DisputesIcon, FiguresIcon, TypesIcon } from '../../components/icons.tsx';
import { TabbedPage } from '../../layout/tabbed-page.tsx';
import { appPath, useApp } from '../../place.tsx';
import { DisputeFigures } from './figures.tsx';
import { DisputeList } from './list.tsx';
import { useMessages } from './messages.ts';
import { Texts } from './texts.tsx';

const TABS = {
  list: { icon: DisputesIcon, Panel: DisputeList },
  figures: { icon: FiguresIcon, Panel: DisputeFigures },
  texts: { icon: TypesIcon, Panel: Texts },
} as const;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <TabbedPage
      title={say.title}
      about={say.about}
      path={appPath(appid, '/disputes')}
      tabs={TABS}
      labels={say}
    />
  );
}
