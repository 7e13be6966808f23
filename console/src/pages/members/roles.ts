// The roles that can be given in a project, each of which may do what the ones before it may.
import type { Role } from '../../records.ts';

export const ROLES: readonly Role[] = ['viewer', 'operator', 'admin', 'owner'];
