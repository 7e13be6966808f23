// What a problem of the API means, in the reader's language.
import { ApiError } from '../api.ts';
import { type Language, useLanguage } from './language.tsx';

/** The service's own sentences are English; these stand for those whose code says everything. */
const KOREAN: Readonly<Record<string, string>> = {
  unreachable: '서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
  unauthorized: '로그인이 만료되었습니다. 다시 로그인하세요.',
  sign_in_failed: '이메일 주소 또는 비밀번호가 올바르지 않습니다.',
  code_needed: '인증 코드가 필요합니다.',
  code_wrong: '코드가 올바르지 않거나 이미 사용되었습니다.',
  forbidden: '이 작업을 수행할 권한이 없습니다.',
  cross_site: '콘솔 페이지에서 보낸 요청이 아닙니다. 페이지를 새로 고치세요.',
  not_found: '찾을 수 없습니다. 삭제되었거나 볼 수 있는 권한이 없습니다.',
  exists: '이미 존재합니다.',
  in_use: '아직 사용 중입니다.',
  too_many: '이미 최대 개수입니다.',
  too_many_downloads: '다운로드 두 개가 아직 진행 중입니다. 하나가 끝난 뒤 다시 시도하세요.',
  too_many_requests:
    '통계, 건수, 검색, 다운로드를 짧은 시간에 너무 많이 요청했습니다. 잠시 후 다시 시도하세요.',
  rate_limited: '요청이 너무 많습니다. 잠시 후 다시 시도하세요.',
  overloaded: '서비스에 처리할 작업이 너무 많습니다. 잠시 후 다시 시도하세요.',
  market_unavailable: '마켓에 요청하지 못해 아무것도 바뀌지 않았습니다.',
  issuer_unavailable:
    '로그인 서비스가 응답하지 않습니다. 잠시 후 다시 시도하거나 다른 방법으로 로그인하세요.',
  internal_error:
    '서비스에 문제가 발생했습니다. 다시 시도하세요. 자세한 내용은 서비스 로그에 있습니다.',
};

/** Where only the service knows what is wrong, its sentence follows. */
const NEEDS_DETAIL = new Set(['in_use', 'exists', 'too_many', 'market_unavailable']);

function describeProblem(error: unknown, language: Language): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const korean = language === 'ko' ? KOREAN[error.code] : undefined;
  if (korean === undefined) return error.message;
  return NEEDS_DETAIL.has(error.code) ? `${korean} (${error.message})` : korean;
}

export function useProblemText(): (error: unknown) => string {
  const { language } = useLanguage();
  return (error) => describeProblem(error, language);
}
