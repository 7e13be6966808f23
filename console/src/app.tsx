// Which page is shown: each is loaded when it is first needed, and only to who is signed in.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
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

const routes = PAGES.map(({ scope, path, load }) => {
  const Page = lazy(async () => ({ default: (await load()).Page }));
  const Place = PLACES[scope];
  const address = `${PREFIXES[scope]}${path}`;
  const route = (
    <Route key={address} path={address}>
      <Place>
        <ErrorBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Page />
          </Suspense>
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
