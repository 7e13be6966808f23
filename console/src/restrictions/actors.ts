// Who changed restrictions, and through what.
import { endpoint } from '../endpoint.ts';
import { defineNames } from '../i18n/messages.ts';
import { useProject } from '../place.tsx';
import { useGet } from '../queries.ts';

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
    consent: 'consent withdrawn',
  },
  ko: {
    console: '콘솔',
    admin: '관리 API',
    app_server: '앱 서버',
    key: '앱 서버',
    client: '앱 서버',
    cli: '명령줄',
    measure: '자동 조치',
    consent: '동의 철회',
  },
});

/** A client by its name; of other ids the end, which tells them apart. */
export function useShortActor(): (actor: string) => string {
  const { game_index } = useProject();
  const clients = useGet(endpoint('/projects/{game_index}/clients', { game_index }));
  const names = new Map(clients.data?.items.map(({ client_id, name }) => [client_id, name]));
  return (actor) =>
    names.get(actor) ?? (/^(tgc|tgk|key)_/.test(actor) ? `…${actor.slice(-4)}` : actor);
}

/** Name and source. */
export function useActorName(): (by: {
  actor: string | null;
  actor_kind: string | null;
}) => string {
  const sources: Readonly<Record<string, string>> = useSources();
  const short = useShortActor();
  return ({ actor, actor_kind: kind }) => {
    if (actor === null) return '';
    const source = kind === null ? undefined : sources[kind];
    return source === undefined ? short(actor) : `${short(actor)} (${source})`;
  };
}
