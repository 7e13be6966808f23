// Which page is shown: each is loaded when it is first needed, and only to who is signed in.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { Failure } from './components/failure.tsx';
import { PageSkeleton } from './components/page-skeleton.tsx';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { NotFound } from './layout/not-found.tsx';
import { Shell } from './layout/shell.tsx';
import { Stage } from './layout/stage.tsx';
import { type PageRoute, PREFIXES } from './page-route.ts';
import { PAGES } from './pages.ts';
import { InApp, InProject } from './place.tsx';
import { hasSessionEnded } from './queries.ts';
import { SessionContext, useSessionQuery } from './session.tsx';

const PLACES: Readonly<Record<PageRoute['scope'], ComponentType<{ children: ReactNode }>>> = {
  open: ({ children }) => children,
  installation: ({ children }) => children,
  project: InProject,
  app: InApp,
};

const loaded = new Map<PageRoute['load'], ComponentType>();

/** Without Suspense: once that has shown a fallback, it holds back what has arrived for 300 ms. */
function Loaded({ load }: Pick<PageRoute, 'load'>) {
  const [problem, setProblem] = useState<unknown>();
  const [, setArrived] = useState(false);
  const Page = loaded.get(load);
  useEffect(() => {
    if (loaded.has(load)) return;
    load().then((module) => {
      loaded.set(load, module.Page);
      setArrived(true);
    }, setProblem);
  }, [load]);
  if (problem) throw problem;
  return Page ? <Page /> : <PageSkeleton />;
}

const routes = PAGES.map(({ scope, path, hasTabs, load }) => {
  const Place = PLACES[scope];
  const address = `${PREFIXES[scope]}${path}${hasTabs ? '/:tab?' : ''}`;
  const route = (
    <Route key={address} path={address}>
      <Place>
        <ErrorBoundary>
          <Loaded load={load} />
        </ErrorBoundary>
      </Place>
    </Route>
  );
  return { isOpen: scope === 'open', route };
});

const openRoutes = routes.filter(({ isOpen }) => isOpen).map(({ route }) => route);
const ownRoutes = routes.filter(({ isOpen }) => !isOpen).map(({ route }) => route);

/** Leads back to the same place, with its filters. */
function ToSignIn() {
  const [location] = useLocation();
  const search = useSearch();
  const next = search === '' ? location : `${location}?${search}`;
  const query = new URLSearchParams({ next, ...(hasSessionEnded() && { ended: '1' }) });
  return <Redirect to={`/sign-in?${query}`} replace />;
}

/** Does not read the address: a filter that changes is no matter of the whole page. */
export function App() {
  const session = useSessionQuery();
  if (session.error && session.data === undefined) {
    return (
      <Stage>
        <Failure error={session.error} retry={() => void session.refetch()} />
      </Stage>
    );
  }
  if (session.data === undefined) return <Stage />;
  const { data } = session;
  return (
    <Switch>
      {openRoutes}
      <Route>
        {data === null ? (
          <ToSignIn />
        ) : (
          <SessionContext value={data}>
            <Shell pages={PAGES}>
              <Switch>
                {ownRoutes}
                <Route component={NotFound} />
              </Switch>
            </Shell>
          </SessionContext>
        )}
      </Route>
    </Switch>
  );
}
