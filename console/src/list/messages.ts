// Messages of every list: its number, order, columns, views and file.
import { defineMessages } from '../i18n/messages.ts';

export const messages = defineMessages({
  en: {
    columns: 'Columns',
    showAll: 'Show all columns',
    views: 'Views',
    noViews: 'No saved views yet.',
    saveView: 'Save this view',
    saveAbout: 'Keeps the filters, the order and the columns of this list for you.',
    name: 'Name',
    save: 'Save view',
    saved: (name: string) => `View “${name}” saved.`,
    deleteView: (name: string) => `Delete view “${name}”`,
    deleted: (name: string) => `View “${name}” deleted.`,
    needed: 'Enter a name.',
    export: 'Export',
    exportAs: (format: string) => `Export ${format}`,
  },
  ko: {
    columns: '열',
    showAll: '모든 열 표시',
    views: '보기',
    noViews: '저장된 보기가 없습니다.',
    saveView: '현재 보기 저장',
    saveAbout: '이 목록의 필터, 정렬, 열을 내 보기로 저장합니다.',
    name: '이름',
    save: '보기 저장',
    saved: (name) => `보기 “${name}”을(를) 저장했습니다.`,
    deleteView: (name) => `보기 “${name}” 삭제`,
    deleted: (name) => `보기 “${name}”을(를) 삭제했습니다.`,
    needed: '이름을 입력하세요.',
    export: '내보내기',
    exportAs: (format) => `${format}로 내보내기`,
  },
});
