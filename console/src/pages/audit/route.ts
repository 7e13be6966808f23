// The audit log of a project, and of the whole installation.
import { AuditIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';

export const auditPage: PageRoute = {
  scope: 'project',
  path: '/audit',
  navigation: { label: { en: 'Audit log', ko: '감사 로그' }, icon: AuditIcon, needs: 'viewer' },
  load: async () => ({ Page: (await import('./page.tsx')).ProjectAudit }),
};

export const installationAuditPage: PageRoute = {
  scope: 'installation',
  path: '/audit',
  navigation: {
    label: { en: 'Full audit log', ko: '전체 감사 로그' },
    icon: AuditIcon,
    needs: 'owner',
  },
  load: async () => ({ Page: (await import('./page.tsx')).InstallationAudit }),
};
