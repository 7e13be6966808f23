// Messages of every list: its filters, number, order, columns and file.
import { defineMessages } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    filters: 'Filters',
    clearAll: 'Clear all',
    columns: 'Columns',
    showAll: 'Show all columns',
    export: 'Export',
    exportAs: (format: string) => `Export ${format}`,
  },
  ko: {
    filters: '필터',
    clearAll: '모두 지우기',
    columns: '열',
    showAll: '모든 열 표시',
    export: '내보내기',
    exportAs: (format) => `${format}로 내보내기`,
  },
});
