// Measures of an app: what rules do about refunds, the flags that wait for a person, and every effect.
import { useLocation, useParams } from 'wouter';
import { AuditIcon, FlagsIcon, MeasuresIcon } from '../../components/icons.tsx';
import { type PageTab, PageTabs } from '../../components/page-tabs.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { appPath, useApp } from '../../place.tsx';
import { Effects } from './effects.tsx';
import { Flags } from './flags.tsx';
import { useMessages } from './messages.ts';
import { Rules } from './rules/rules.tsx';

const TABS = {
  rules: { icon: MeasuresIcon, Panel: Rules },
  flags: { icon: FlagsIcon, Panel: Flags },
  effects: { icon: AuditIcon, Panel: Effects },
} as const satisfies Record<string, PageTab>;

type TabName = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly TabName[];
const FIRST: TabName = 'rules';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { tab = FIRST } = useParams();
  const [, navigate] = useLocation();
  const current = NAMES.find((name) => name === tab);
  if (!current) return <NotFound />;
  const open = (name: TabName) =>
    navigate(appPath(appid, name === FIRST ? '/measures' : `/measures/${name}`));
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <PageTabs tabs={TABS} labels={say} current={current} onOpen={open} />
    </>
  );
}
