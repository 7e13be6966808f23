// Measures of an app: what rules do about refunds, the flags that wait for a person, and every effect.
import { AuditIcon, FlagsIcon, MeasuresIcon } from '../../components/icons.tsx';
import { TabbedPage } from '../../layout/tabbed-page.tsx';
import { appPath, useApp } from '../../place.tsx';
import { Effects } from './effects.tsx';
import { Flags } from './flags.tsx';
import { useMessages } from './messages.ts';
import { Rules } from './rules/rules.tsx';

const TABS = {
  rules: { icon: MeasuresIcon, Panel: Rules },
  flags: { icon: FlagsIcon, Panel: Flags },
  effects: { icon: AuditIcon, Panel: Effects },
} as const;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <TabbedPage
      title={say.title}
      about={say.about}
      path={appPath(appid, '/measures')}
      tabs={TABS}
      labels={say}
    />
  );
}
