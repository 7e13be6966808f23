// What sign-in by issuers needs.
import type { Logger } from 'pino';
import type { OperationContext } from '../../audit/operation.ts';
import { createIssuerClient, type IssuerClient } from './client.ts';
import type { Issuer } from './issuers.ts';

export interface OidcContext {
  readonly context: OperationContext;
  readonly clients: readonly IssuerClient[];
  /** Base URL of the console and the admin API. */
  readonly baseUrl: string;
  readonly log: Logger;
}

export function createOidc({
  issuers,
  ...options
}: Omit<OidcContext, 'clients'> & { readonly issuers: readonly Issuer[] }): OidcContext {
  const { clock } = options.context;
  return { ...options, clients: issuers.map((issuer) => createIssuerClient(issuer, clock)) };
}
