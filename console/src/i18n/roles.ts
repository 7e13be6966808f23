// Names of the roles.
import { defineNames } from './messages.ts';

export const useRoleNames = defineNames({
  en: { viewer: 'Viewer', operator: 'Operator', admin: 'Admin', owner: 'Owner' },
  ko: { viewer: '조회자', operator: '운영자', admin: '관리자', owner: '소유자' },
});
