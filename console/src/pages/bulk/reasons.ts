// Why a row is invalid, in the reader's language: the service says it in English.
import { useLanguage } from '../../i18n/language.tsx';

const KOREAN: readonly (readonly [RegExp, string])[] = [
  [/^player_id must be a positive integer\.$/, 'player_id는 1 이상의 정수여야 합니다.'],
  [/^status must be P or B\.$/, 'status는 P 또는 B여야 합니다.'],
  [/^block_type must be a number\.$/, 'block_type은 숫자여야 합니다.'],
  [
    /^(start_date|end_date) must be a date and time such as (.+)\.$/,
    '$1은(는) $2 형식의 날짜와 시각이어야 합니다.',
  ],
  [/^start_date is after end_date\.$/, 'start_date가 end_date보다 늦습니다.'],
  [/^end_date is in the past\.$/, 'end_date가 이미 지났습니다.'],
  [/^The player is already in row (\d+)\.$/, '$1행에 이미 있는 플레이어입니다.'],
];

export function useReason(): (reason: string) => string {
  const { language } = useLanguage();
  return (reason) => {
    const known = language === 'ko' && KOREAN.find(([english]) => english.test(reason));
    return known ? reason.replace(...known) : reason;
  };
}
