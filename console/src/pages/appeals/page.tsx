// Appeals of an app: the queue of those to decide, and how decisions went.
import { AppealsIcon, FiguresIcon } from '../../components/icons.tsx';
import { TabbedPage } from '../../layout/tabbed-page.tsx';
import { appPath, useApp } from '../../place.tsx';
import { AppealFigures } from './figures.tsx';
import { useMessages } from './messages.ts';
import { Queue } from './queue.tsx';

const TABS = {
  queue: { icon: AppealsIcon, Panel: Queue },
  figures: { icon: FiguresIcon, Panel: AppealFigures },
} as const;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <TabbedPage
      title={say.title}
      about={say.about}
      path={appPath(appid, '/appeals')}
      tabs={TABS}
      labels={say}
    />
  );
}
