-- `account.owner` says that people made it an owner; what groups give is in `oidc_identity` alone and counts in sessions by the issuer.
update account set owner = 0
where account_id in (select account_id from oidc_identity where gives_owner = 1);
