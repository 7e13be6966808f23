// Where one is: the project of `/p/:gameIndex/…`, the app of `/a/:appid/…`, and what one may do there.
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { Unread } from './components/unread.tsx';
import { endpoint } from './endpoint.ts';
import { useGet } from './queries.ts';
import type { App, Project, Role } from './records.ts';
import { isAtLeast, roleIn, useSession } from './session.tsx';

const LAST_APP = 'tollgate.app';

const ProjectContext = createContext<Project | undefined>(undefined);
const AppContext = createContext<App | undefined>(undefined);

export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('This page belongs to no project.');
  return project;
}

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('This page belongs to no app.');
  return app;
}

/** Whether one has at least a role in the project one is in; without a project, in the installation. */
export function useCan(): (needed: Role) => boolean {
  const session = useSession();
  const project = useContext(ProjectContext);
  if (!project) return () => session.owner;
  const role = roleIn(session, project.game_index);
  return (needed) => isAtLeast(role, needed);
}

/** Address of an app's page. */
export const appPath = (appid: string, page = '/overview'): string => `/a/${appid}${page}`;
/** Address of a project's page. */
export const projectPath = (gameIndex: number, page = '/apps'): string => `/p/${gameIndex}${page}`;

export function InProject({ children }: { children: ReactNode }) {
  const { gameIndex = '' } = useParams();
  return <WithProject gameIndex={gameIndex}>{children}</WithProject>;
}

export function InApp({ children }: { children: ReactNode }) {
  const { appid = '' } = useParams();
  const app = useGet(endpoint('/apps/{appid}', { appid }));
  useEffect(() => {
    if (app.data) localStorage.setItem(LAST_APP, app.data.appid);
  }, [app.data]);
  if (!app.data) return <Unread query={app} />;
  return (
    <AppContext value={app.data}>
      <WithProject gameIndex={String(app.data.game_index)}>{children}</WithProject>
    </AppContext>
  );
}

function WithProject({ gameIndex, children }: { gameIndex: string; children: ReactNode }) {
  const project = useGet(endpoint('/projects/{game_index}', { game_index: Number(gameIndex) }));
  if (!project.data) return <Unread query={project} />;
  return <ProjectContext value={project.data}>{children}</ProjectContext>;
}

/** What the address names, for what lies around the pages. */
export function usePlace(): {
  readonly gameIndex?: number;
  readonly appid?: string;
  /** Which project the app of the address is of is being asked. */
  readonly isLoading: boolean;
} {
  const [location] = useLocation();
  const [, appid] = /^\/a\/([^/]+)/.exec(location) ?? [];
  const [, gameIndex] = /^\/p\/(\d+)/.exec(location) ?? [];
  const app = useGet(
    endpoint('/apps/{appid}', { appid: appid ?? '' }),
    {},
    { enabled: appid !== undefined },
  );
  const { data, isLoading } = app;
  if (gameIndex !== undefined) return { gameIndex: Number(gameIndex), isLoading };
  return data ? { appid: data.appid, gameIndex: data.game_index, isLoading } : { isLoading };
}

/** The app whose pages were looked at last. */
export const lastApp = (): string | null => localStorage.getItem(LAST_APP);
