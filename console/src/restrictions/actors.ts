// Who changed restrictions, and through what.
import { defineNames } from '../i18n/messages.ts';

/** Where a change came from. */
export const useSources = defineNames({
  en: {
    console: 'console',
    admin: 'admin API',
    app_server: 'app server',
    key: 'app server',
    client: 'app server',
    cli: 'command line',
    measure: 'measure',
  },
  ko: {
    console: '콘솔',
    admin: '관리 API',
    app_server: '앱 서버',
    key: '앱 서버',
    client: '앱 서버',
    cli: '명령줄',
    measure: '자동 조치',
  },
});

/** App servers have ids that say little: the end tells them apart. */
export const shortActor = (actor: string): string =>
  /^(tgc|tgk|key)_/.test(actor) ? `…${actor.slice(-4)}` : actor;

/** Name and source. */
export function useActorName(): (by: {
  actor: string | null;
  actor_kind: string | null;
}) => string {
  const sources: Readonly<Record<string, string>> = useSources();
  return ({ actor, actor_kind: kind }) => {
    if (actor === null) return '';
    const source = kind === null ? undefined : sources[kind];
    const name = shortActor(actor);
    return source === undefined ? name : `${name} (${source})`;
  };
}
