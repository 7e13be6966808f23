// Messages of the dry run.
import { defineMessages } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Dry run',
    about: 'Whom this rule would have restricted or flagged in the past 90 days. Nothing changes.',
    run: 'Start dry run',
    again: 'Repeat dry run',
    nobody: 'In the past 90 days this rule would have affected nobody.',
    restricted: (players: string, times: string) =>
      `In the past 90 days this rule would have restricted ${players === '1' ? '1 player' : `${players} players`}, ${times === '1' ? 'once' : `${times} times`}.`,
    flagged: (players: string, times: string) =>
      `In the past 90 days this rule would have flagged ${players === '1' ? '1 player' : `${players} players`}, ${times === '1' ? 'once' : `${times} times`}.`,
    exempt: (count: string) => `Exemptions would have prevented ${count}.`,
    cut: 'There are more. The list shows the newest.',
    byDay: 'By day',
    seriesRestricted: 'Restricted',
    seriesFlagged: 'Flagged',
    account: 'No player known',
    at: 'When',
    until: 'Until',
    permanent: 'Permanent',
    showAll: (count: string) => `Show all ${count}`,
  },
  ko: {
    title: '모의 실행',
    about: '지난 90일 동안 이 규칙이 제한하거나 표시했을 플레이어입니다. 아무것도 바뀌지 않습니다.',
    run: '모의 실행 시작',
    again: '다시 모의 실행',
    nobody: '지난 90일 동안 이 규칙에 해당하는 플레이어가 없습니다.',
    restricted: (players, times) =>
      `지난 90일 동안 이 규칙은 플레이어 ${players}명을 ${times}회 제한했을 것입니다.`,
    flagged: (players, times) =>
      `지난 90일 동안 이 규칙은 플레이어 ${players}명을 ${times}회 표시했을 것입니다.`,
    exempt: (count) => `예외로 제외된 경우: ${count}건.`,
    cut: '더 있습니다. 최근 항목만 표시합니다.',
    byDay: '일별',
    seriesRestricted: '제한',
    seriesFlagged: '표시',
    account: '플레이어 미확인',
    at: '시각',
    until: '종료',
    permanent: '영구',
    showAll: (count) => `${count}건 모두 보기`,
  },
});
