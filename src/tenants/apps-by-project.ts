// Apps grouped by their project, because a statement names one project.
import type { AppName } from './directory.ts';

export interface AppsOfProject {
  readonly gameIndex: number;
  readonly appids: readonly string[];
}

/** In the order in which the projects first appear. */
export const byProject = (apps: readonly AppName[]): AppsOfProject[] =>
  [...Map.groupBy(apps, ({ gameIndex }) => gameIndex)].map(([gameIndex, some]) => ({
    gameIndex,
    appids: some.map(({ appid }) => appid),
  }));
