// Messages of every list: its number, order, columns and file.
import { defineMessages } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    columns: 'Columns',
    showAll: 'Show all columns',
    export: 'Export',
    exportAs: (format: string) => `Export ${format}`,
  },
  ko: {
    columns: '열',
    showAll: '모든 열 표시',
    export: '내보내기',
    exportAs: (format) => `${format}로 내보내기`,
  },
});
