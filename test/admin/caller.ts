// Calls the admin API with an admin token, and the problems it answers.
import type { Answer, Gate } from '../support/harness.ts';

export const ADMIN_TOKEN = 'an-admin-token-for-the-tests-only';
export const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };

type Method = Parameters<Gate['send']>[0];

export function admin(gate: Gate, method: Method, path: string, body?: unknown): Promise<Answer> {
  return gate.send(method, `/admin/v1${path}`, body, asAdmin);
}

const TITLES = {
  invalid_request: [400, 'The request is not valid.'],
  unauthorized: [401, 'An admin token is required.'],
  not_found: [404, 'Not found.'],
  exists: [409, 'It already exists.'],
  in_use: [409, 'It is still in use.'],
  too_many: [409, 'The limit is reached.'],
} as const;

export function problem(
  code: keyof typeof TITLES,
  path: string,
  detail: string,
  errors?: readonly { field: string; message: string }[],
) {
  const [status, title] = TITLES[code];
  const type = `/errors/admin/${code}`;
  const instance = `/admin/v1${path}`;
  return { type, title, status, detail, instance, code, ...(errors && { errors }) };
}

/** The newest rows of the audit log, newest first, without their ids; of one action, where several happened at once. */
export async function newestAudit(gate: Gate, limit: number, action?: string) {
  const only = action === undefined ? '' : `&action=${action}`;
  const { body } = await admin(gate, 'GET', `/audit?limit=${limit}${only}`);
  return body.items.map(({ audit_id: _, ...row }: { audit_id: string }) => row);
}
