// Why a sign-in by an issuer did not work, as the address says.
import { Alert } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { endpoint } from '../endpoint.ts';
import { findReason, useRefusals } from '../i18n/refusals.ts';
import { useGet } from '../queries.ts';

export function IssuerRefusal() {
  const refusals = useRefusals();
  const [search] = useSearchParams();
  const { data } = useGet(endpoint('/environment'));
  const reason = findReason(search.get('refused'));
  if (!data || !reason) return null;
  const text = refusals[reason];
  // Only names that are set: the address may have been made by somebody else.
  const issuer = data.issuers?.find(({ name }) => name === search.get('issuer'));
  return (
    <Alert color="red" role="alert">
      {typeof text === 'string' ? text : text(issuer?.label ?? '')}
    </Alert>
  );
}
