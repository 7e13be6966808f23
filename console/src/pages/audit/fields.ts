// What the fields of audited records are called; others are called by their own name, as words.
import { defineNames } from '../../i18n/messages.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import { wordsOf } from '../../words-of.ts';

const useNames = defineNames({
  en: {
    appid: 'App ID',
    block_type: 'Restriction type',
    comment: 'Comment',
    created_at: 'Created',
    email: 'Email',
    end_date: 'End',
    ends_at: 'Ends',
    expires_at: 'Expires',
    game_index: 'Project number',
    key_hint: 'Key ends with',
    name: 'Name',
    note: 'Note',
    player_id: 'Player',
    product_id: 'Product',
    role: 'Role',
    scope: 'Scope',
    start_date: 'Start',
    state: 'State',
    status: 'Duration',
    time_zone: 'Time zone',
    type_en_name: 'English name',
    type_name: 'Korean name',
    type_status: 'Popup format',
    updated_at: 'Changed',
    url: 'URL',
  },
  ko: {
    appid: '앱 ID',
    block_type: '제한 유형',
    comment: '메모',
    created_at: '생성일',
    email: '이메일',
    end_date: '종료',
    ends_at: '종료',
    expires_at: '만료',
    game_index: '프로젝트 번호',
    key_hint: '키 끝자리',
    name: '이름',
    note: '메모',
    player_id: '플레이어',
    product_id: '상품',
    role: '역할',
    scope: '범위',
    start_date: '시작',
    state: '상태',
    status: '제한 기간',
    time_zone: '시간대',
    type_en_name: '영어 이름',
    type_name: '한국어 이름',
    type_status: '팝업 형식',
    updated_at: '변경일',
    url: 'URL',
  },
});

export function useFields() {
  const names: Readonly<Record<string, string>> = useNames();
  const statuses: Readonly<Record<string, string>> = useStatusNames();
  return {
    nameOf: (path: string): string => names[path] ?? wordsOf(path),
    print: (path: string, value: string): string =>
      path === 'status' ? (statuses[value] ?? value) : value,
  };
}
