// Appeals as the admin API has them: their states, when one is overdue, and the ready answers of their types.
import { StatusBadge } from '../components/status-badge.tsx';
import { endpoint, type Schema } from '../endpoint.ts';
import { defineNames } from '../i18n/messages.ts';
import { appPath, useApp } from '../place.tsx';
import { useGet } from '../queries.ts';
import { DAY_MS } from '../sales/window.ts';
import type { TypeRecord } from './types.ts';

export type Appeal = Schema<'Appeal'>;
export type AppealState = Appeal['state'];
export type ReadyAnswer = Schema<'ReadyAnswer'>;
export type Decision = ReadyAnswer['decision'];

export const DECISIONS = ['release', 'shorten', 'uphold'] as const satisfies readonly Decision[];
export const APPEAL_STATES = [
  'open',
  'released',
  'shortened',
  'upheld',
  'ended',
] as const satisfies readonly AppealState[];
/** Of what players write, and of answers to them. */
export const MOST_CHARACTERS = 2_000;

/** Days after which an open appeal is overdue: those of the alert; undefined until they are read. */
export function useOverdueDays(): number | undefined {
  const { game_index } = useApp();
  return useGet(endpoint('/projects/{game_index}/alert-settings', { game_index })).data
    ?.appeal_days;
}

export const isOlder = ({ created_at }: Appeal, days: number, now = Date.now()): boolean =>
  Date.parse(created_at) <= now - days * DAY_MS;

/** With the filters of the queue, to which one goes back. */
export const appealPage = (appid: string, appealId: string, search = ''): string =>
  `${appPath(appid, `/appeals/queue/${appealId}`)}${search === '' ? '' : `?${search}`}`;

/** In a language, or in English; undefined where the type has neither. */
export function readyAnswer(
  type: Pick<TypeRecord, 'appeal_answers'> | undefined,
  decision: Decision,
  language: string,
): ReadyAnswer | undefined {
  const ready = type?.appeal_answers?.filter((each) => each.decision === decision) ?? [];
  return [language, 'en'].flatMap((code) => ready.filter((each) => each.language === code))[0];
}

export const useAppealStates = defineNames({
  en: {
    open: 'Open',
    released: 'Released',
    shortened: 'Shortened',
    upheld: 'Upheld',
    ended: 'Ended without a decision',
  },
  ko: {
    open: '처리 전',
    released: '해제',
    shortened: '기간 단축',
    upheld: '유지',
    ended: '결정 없이 종료',
  },
});

const TONES = {
  open: 'busy',
  released: 'good',
  shortened: 'good',
  upheld: 'warning',
  ended: 'quiet',
} as const;

export function AppealBadge({ state }: { state: AppealState }) {
  return <StatusBadge tone={TONES[state]}>{useAppealStates()[state]}</StatusBadge>;
}
